import { failure, success } from './result.js'

const lines = (...parts) => parts.join('\n')

const conflict = lines(
  '<tool_error code="CONFLICT" severity="error">',
  '<message>Sprint 12 is locked by alice</message>',
  '</tool_error>',
)

const warning = lines(
  '<tool_error code="DEPRECATED" severity="warning">',
  '<message>This endpoint is deprecated. Use billing.invoices_v2 instead.</message>',
  '<available_actions>',
  '  <action>billing.invoices_v2</action>',
  '</available_actions>',
  '</tool_error>',
)

export const fusion = [
  {
    name: 'not_found',
    call: () =>
      failure(
        lines(
          '<tool_error code="NOT_FOUND" severity="error">',
          "<message>Invoice 'inv_123' &lt;draft> does not exist.</message>",
          '<recovery>Call invoices.list first to get valid IDs, then retry.</recovery>',
          '<available_actions>',
          '  <action>invoices.list</action>',
          '</available_actions>',
          '<details>',
          '  <detail key="entity_id">inv_123</detail>',
          '</details>',
          '</tool_error>',
        ),
      ),
  },
  {
    name: 'rate_limited',
    call: () =>
      failure(
        lines(
          '<tool_error code="RATE_LIMITED" severity="error">',
          '<message>Too many requests.</message>',
          '<retry_after>30 seconds</retry_after>',
          '</tool_error>',
        ),
      ),
  },
  {
    name: 'invalid',
    call: () =>
      failure(
        lines(
          '<validation_error action="users/create">',
          '<field name="email">Invalid email You sent: \'bad-email\'. Expected: a valid email address (e.g. user@example.com).</field>',
          '<recovery>Fix the fields above and call the tool again. Do not explain the error.</recovery>',
          '</validation_error>',
        ),
      ),
  },
  {
    name: 'unknown_action',
    call: () =>
      failure(
        lines(
          '<tool_error code="UNKNOWN_ACTION">',
          '<message>The action "destory" does not exist.</message>',
          '<available_actions>list, create, delete</available_actions>',
          '<recovery>Choose a valid action from available_actions and call the tool again.</recovery>',
          '</tool_error>',
        ),
      ),
  },
  {
    name: 'conflict_after_cache_invalidation',
    call: () => ({
      content: [
        {
          type: 'text',
          text: '<cache_invalidation cause="sprints.update" domains="sprints.*, a&amp;b.*" />',
        },
        { type: 'text', text: conflict },
      ],
      isError: true,
    }),
  },
  { name: 'warning', call: () => ({ ...success(warning), isError: false }) },
  { name: 'ok', call: () => success('{\n  "id": "inv_123",\n  "status": "paid"\n}') },
  {
    name: 'ok_about_errors',
    call: () =>
      success('{\n  "id": "evt_2103",\n  "error": null,\n  "log": "<tool_error> was sent twice"\n}'),
  },
]
