import { dropsScope, userScopes } from '@onair/contract'
import { describeScope } from '@onair/contract/scope-descriptions'
import type { ToolInput } from './arguments.ts'
import type { EndpointTool } from './tools.ts'

export const listScopesInput: ToolInput = { type: 'object', properties: {}, required: [], additionalProperties: false }

/** Every scope as it is written in calls, with what it allows and the tools that need it. */
export function listScopes(tools: readonly EndpointTool[]): object {
  return {
    scopes: [...userScopes, dropsScope].map((scope) => ({
      scope,
      allows: describeScope(scope).textForDevelopers.en,
      grantedBy: scope === dropsScope ? 'application' : 'user',
      tools: tools.flatMap(({ name, endpoint: { auth } }) => ('scope' in auth && auth.scope === scope ? [name] : [])),
    })),
  }
}
