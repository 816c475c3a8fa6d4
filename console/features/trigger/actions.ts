import { buildRequest } from '@onair/sdk/build-request'
import { actionNames, actions, inputOf, type Action, type Values } from '@onair/contract/sandbox/actions'
import { curlCommand } from '../../lib/curl.ts'

export function isAction(text: unknown): text is Action {
  return actionNames.some((name) => name === text)
}

/** The `curl` command that runs the same action. */
export function actionCurlCommand(action: Action, values: Values, baseUrl: string): string {
  return curlCommand(buildRequest(actions[action], { ...inputOf(action, values), baseUrl }))
}
