import { adhoc } from './adhoc'
import { agentapi } from './agentapi'
import { anthropic } from './anthropic'
import { aws } from './aws'
import { fastapi } from './fastapi'
import { fusion } from './fusion'
import { googleRpc } from './google-rpc'
import { graphql } from './graphql'
import { interbase } from './interbase'
import { jsonApi } from './json-api'
import { jsonrpc } from './jsonrpc'
import { openai } from './openai'
import { problemDetails } from './problem-details'
import { pydantic } from './pydantic'
import { text } from './text'
import { toolerrorV1 } from './toolerror-v1'
import { zod } from './zod'

/** The built-in dialects. */
export const dialects = /* @__PURE__ */ Object.freeze([
  interbase,
  toolerrorV1,
  agentapi,
  fusion,
  pydantic,
  jsonrpc,
  problemDetails,
  googleRpc,
  fastapi,
  zod,
  graphql,
  openai,
  anthropic,
  aws,
  jsonApi,
  text,
  adhoc,
] as const)
