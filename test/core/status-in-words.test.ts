import { describe, expect, it } from 'vitest'
import { phrases } from '../../src/core/http-phrase'
import { statusInWords } from '../../src/core/status-in-words'

describe('an HTTP status', () => {
  it.each<[string, number]>([
    ['HTTP 404', 404],
    ['HTTP/1.1 503 x', 503],
    ['HTTP/2 502', 502],
    ['https error code: 502', 502],
    ['HTTP Error 500: x', 500],
    ['HTTP status 410 (Gone)', 410],
    ['Request failed with status code 500', 500],
    ['status code: 429', 429],
    ['status_code=400', 400],
    ['a status of 418', 418],
    ["{'status': 404}", 404],
    ['{"statusCode":503}', 503],
    ['response code 500', 500],
    ['server code: 401', 401],
    ['The server returned 404', 404],
    ['it returned an HTTP error 404', 404],
    ['responded with 503', 503],
    ['got a 404', 404],
    ['failed: 500', 500],
    ['code 429', 429],
    ['404 Client Error: x for url: y', 404],
    ['500 Server Error', 500],
    ['HTTPError(403, "x")', 403],
    ['An error occurred (429) when calling', 429],
    ['https://example.com/a: 503', 503],
    ['oh, 429 Too Many Requests', 429],
    ["418 I'm a Teapot", 418],
    ['404', 404],
    ['404: x', 404],
    ['(404) x', 404],
    ['404 - x', 404],
    ['404 x', 404],
    ['Error: 404', 404],
    ['error 404 x', 404],
  ])('is in %j, surely', (text, status) => {
    expect(statusInWords(text)).toEqual({ status, isSure: true })
  })

  it.each(phrases)('%d is known by its phrase: %s', (status, phrase) => {
    expect(statusInWords(`oh: ${status} ${phrase.toLowerCase()}.`)).toEqual({ status, isSure: true })
  })

  it.each<[string, number]>([
    ['error 500', 500],
    ['550 5.1.1 no such mailbox', 550],
    ['421 x', 421],
  ])('is perhaps in %j: other protocols have such numbers', (text, status) => {
    expect(statusInWords(text)).toEqual({ status, isSure: false })
  })

  it.each([
    '',
    'x',
    'HTTP 302',
    'HTTP 40',
    'HTTP 4040',
    'status 200',
    'status 999',
    'line 404',
    'port 503',
    'the 403 oops',
    'got 404 rows',
    'got 404.5',
    'got 404%',
    'code 4290',
    '404 bytes read',
    '404 of 500',
    'Error 404 ms',
    '4040: x',
    '404.html',
  ])('is not in %j', (text) => {
    expect(statusInWords(text)).toBeUndefined()
  })
})
