import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readJson } from '../../src/core/json-read'
import { defaultLimits } from '../../src/core/limits'
import { redactJson, redactText } from '../../src/core/redact'
import type { JsonObject } from '../../src/index'

const folder = new URL('../fixtures/corpus/', import.meta.url)
const lines = readdirSync(folder).flatMap((name) =>
  readFileSync(new URL(name, folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => readJson(line, defaultLimits, true) as JsonObject),
)

// A stack trace, or a path of a machine: what is to go, goes.
const traced =
  /^(?:fusion-0025|interbase-0(?:075|101|150|153)|not-error-0069|plain-text-00(?:39|40)|pydantic-0(?:078|103|123|128|139|141)|toolerror-v1-010[89])$/
const withPath =
  /^(?:fusion-0003|interbase-(?:0053|9104)|not-error-00(?:22|64|90|91)|plain-text-00(?:07|09|26|33|78|82)|pydantic-0056|toolerror-v1-0064)$/

describe('the corpus', () => {
  it('is touched only where it holds a stack trace or a path, and under 1 % of all else', () => {
    const clean = lines.filter(({ id }) => !traced.test(String(id)) && !withPath.test(String(id)))
    const touched = clean.filter(({ wire, text, toolResult }) => {
      return [wire, text, toolResult].some((value) => value !== undefined && redactJson(value) !== value)
    })
    expect(clean.length).toBeGreaterThan(1000)
    expect(touched.map(({ id }) => id)).toEqual([])
  })
})

describe('a sentence that has nothing to hide', () => {
  it.each([
    'password must be at least 8 characters',
    'Password must contain a digit, an upper-case letter and one of !@#$%',
    'password: must be a string',
    'password: too short',
    'Invalid password.',
    'The password is incorrect.',
    'the password is too long (max 72)',
    'Access denied for user app (using password: YES)',
    'token expired',
    'Token has expired at 2025-01-01T00:00:00Z',
    'token: expired',
    'Bearer token missing',
    'Bearer authentication failed.',
    'Missing bearer token in the Authorization header',
    'Authorization header is required',
    'Authorization: required',
    'Basic authentication is not supported',
    'Digest authentication is required',
    'secret: required',
    'The secret is out: author not found',
    'secret db-credentials was not found in namespace prod',
    'secret [projects/123/secrets/db/versions/latest] not found or has no versions',
    'Missing required parameter: api_key',
    'The api_key parameter is missing.',
    'No API key provided.',
    'API key not valid. Please pass a valid API key.',
    'Could not verify JWT: JWTExpired',
    'jwt malformed',
    'max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for claude-sonnet-4-20250514',
    'This model has a maximum context length of 8192 tokens.',
    'prompt_tokens=512 completion_tokens=128',
    'nextPageToken=CAUQAA was not accepted',
    'progressToken: 7',
    'Unexpected token } in JSON at position 17',
    'Unexpected token < in JSON',
    'Unexpected token: string',
    'duplicate key value violates unique constraint "users_pkey"',
    'Key (id)=(42) already exists.',
    'key: value',
    'foreign key constraint fails',
    'idempotency key 123e4567-e89b-12d3-a456-426614174000 was used before',
    'cookie consent is required',
    'session not found',
    'credentials are missing',
    'request 123e4567-e89b-12d3-a456-426614174000 failed',
    'request_id req_011CSHoEeqs5C35K2UUqR7Fy',
    'message msg_01XFDUDYJgAACzvnptvVoYEL was dropped',
    'tool call toolu_01A09q90qw90lq917835lq9 failed',
    'charge ch_3MtwBwLkdIwHu7ix28a3tqPa was declined',
    'commit 3f7a1c9e5b2d80463f7a1c9e5b2d80463f7a1c9e not found',
    'sha256:3f7a1c9e5b2d80463f7a1c9e5b2d80463f7a1c9e5b2d80463f7a1c9e5b2d8046',
    'etag "33a64df551425fcc55e4d42a148795d9f25f89d4"',
    'trace id 4bf92f3577b34da6a3ce929d0e0e4736',
    'integrity sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'version 1.2.3-beta.4+build.567',
    'node v20.11.1, npm 10.2.4',
    'IBAN DE89370400440532013000 is invalid',
    'order ORD-2024-000123 was not found',
    'invoice inv_1234567890 is locked',
    'phone +49 30 901820 is not valid',
    'at least 3 (of 5) must be given',
    'at 10:30 the job ended',
    'Look at noon (12:30)',
    'at http://localhost:3000',
    'net::ERR_CONNECTION_REFUSED at http://localhost:3000/',
    'meet at the office (room 3)',
    'a list:\n  1: one\n  2: two',
    'at least one of a, b\n  at most three (see docs)\nat home (see the docs)\n  1: first\n#1 second',
    'File "report.pdf" was not found',
    'line 3, column 5: unexpected end',
    'the file /api/v1/users was not found',
    'GET /users/5',
    'GET /home/dashboard gave 404',
    'Cannot POST /data/import.json',
    'POST /api/v1/items failed with 500',
    'route /users/{id}/posts is not defined',
    'the route /home/dashboard is not defined',
    'no endpoint /home/dashboard',
    'instancePath "/var/x" must be a string',
    'JSON pointer /root/child does not exist',
    'XPath /root/child[1] matches nothing',
    '<a href="/home/dashboard">',
    '[{"instancePath":"/home/address","message":"must be string"},{"instancePath":"/data/user/email"}]',
    'path: /items/0/name',
    '/items/0/name must be a string',
    '#/properties/age must be integer',
    'https://example.com/home/x/y.html was moved',
    'see https://example.com/usr/local/a.py',
    'http://127.0.0.1:8080/var/log/x gave 404',
    'See https://user@example.com/path:8080 and mailto:a@b.c',
    'mail to bob@example.com and/or carol@example.org',
    'application/json is expected, text/html was sent',
    'image/svg+xml',
    '12/31/2024 is no valid date',
    '3/4 of the rows',
    'read/write and/or execute',
    'the pattern /^[a-z]+$/i does not match',
    'regex \\d+\\.\\w{2,} is invalid',
    's/foo/bar/g',
    'use `npx tool --help`',
    'tools/call failed',
    'the tool users/create is unknown',
    'notes://5 and memo:///items/5 are resources',
    'TCP/IP, I/O, N/A',
    '2 < 3 > 1 && a || b',
    '<password>required</password>',
    'Use <your-api-key> as the api_key',
    'password=$DB_PASSWORD was not replaced',
    'password=**** was refused',
    'api_key=<redacted>',
    'The field "password" is required.',
    '{"password": ["must be at least 8 characters"]}',
    '{"password": {"type": "string", "minLength": 8}}',
    '{"issues": [{"path": ["password"], "message": "Required"}]}',
    '{"loc": ["body", "password"], "msg": "field required", "type": "value_error.missing"}',
    '{"errors": {"password": ["Required"], "token": ["invalid"]}}',
    '{"issues": [{"path": ["password"], "expected": "string", "received": "undefined", "code": "invalid_type"}]}',
    '{"loc": ["body", "password"], "type": "missing", "input": {"user": "app"}}',
    '{"path": "/oauth/token", "data": "nothing"}',
    '{"required": ["Authorization", "X-Amz-Content-Sha256", "api_key", "line2"]}',
    '{"auth": "disabled", "key": "username"}',
    'password={password} was not replaced',
    '$HOST/path and $BASE_URL/api/v1 are not set',
    '100%/day, 5%\\x',
    "Cannot find module '../../lib/x'",
    'パスワードは必須です',
    'Das Passwort ist falsch.',
    'El token ha caducado',
    'bypass=true, compass=north',
    'passwordless=true',
    'has_password=false',
    'task-1234567890 was not found',
    '-----BEGIN CERTIFICATE----- is missing',
    'unknown flag -u in `ls -u name: 5 files`',
    'the author and the authority are authentic',
    'keyboard, monkey, turkey: 3 words',
    'Retry after 30 seconds (limit 100/min)',
    'port 5432 on host db.internal is closed',
    'connect ECONNREFUSED 127.0.0.1:5432',
    'getaddrinfo ENOTFOUND db.example.com',
    '\x1b[31merror\x1b[0m: \x1b[1mpassword\x1b[0m must be at least 8 characters',
    "stderr=b'one\\ntwo\\tthree\\r\\n\\x00'",
    '{\\u0022key\\u0022:\\u0022value\\u0022}',
    'one \\\\nine, the pattern \\bword\\b',
    'between \u2028 lines',
  ])('stays as it is: %s', (text) => {
    expect(redactText(text)).toBe(text)
  })
})
