import { buildRequest } from '@onair/sdk/build-request'
import { actions, inputOf, type Action, type Values } from '@onair/contract/sandbox/actions'
import { curlCommand } from '../../lib/curl.ts'

/** The `curl` command that runs the same action. */
export function actionCurlCommand(action: Action, values: Values, baseUrl: string): string {
  return curlCommand(buildRequest(actions[action], { ...inputOf(action, values), baseUrl }))
}
