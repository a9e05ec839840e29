/** What FastMCP makes of a tool whose return type is `str`. */
const returned = (text) => ({
  content: [{ type: 'text', text }],
  structuredContent: { result: text },
  isError: false,
  _meta: { fastmcp: { wrap_result: true } },
})

const outputSchema = { type: 'object', properties: { result: { type: 'string' } }, required: ['result'] }

// The texts are as Python's json.dumps writes them.
const texts = {
  not_found: '{"error": "not_found", "message": "Email 18c2f not found", "details": null}',
  rate_limited:
    '{"error": "rate_limited", "message": "Gmail API rate limit", "details": {"retry_after": 30}}',
  invalid: '{"error": "parse_error", "message": "Could not parse the YAML frontmatter", "details": null}',
  auth_required:
    '{"error": "auth_required", "message": "Jeton expir\\u00e9: run scripts/gmail_auth.py", "details": {"attempt": 1}}',
  ok: '{"status": "sent", "message_id": "18c2f"}',
  ok_about_errors:
    '{"status": "sent", "error": null, "message": "Subject: rate_limited again", "details": null}',
}

export const pydantic = Object.entries(texts).map(([name, text]) => ({
  name,
  outputSchema,
  call: () => returned(text),
}))
