import { agentapi } from './agentapi'
import { fusion } from './fusion'
import { interbase } from './interbase'
import { pydantic } from './pydantic'
import { toolerrorV1 } from './toolerror-v1'

/** The built-in dialects. */
export const dialects = /* @__PURE__ */ Object.freeze([
  interbase,
  toolerrorV1,
  agentapi,
  fusion,
  pydantic,
] as const)
