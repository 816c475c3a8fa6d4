import { buildRequest } from '@onair/sdk/build-request'
import { actions, fillNumber, inputOf, type Action, type Values } from '@onair/contract/sandbox/actions'
import { curlCommand } from '../../lib/curl.ts'

/** The `curl` command that runs the same action once. */
export function actionCurlCommand(action: Action, values: Values, baseUrl: string): string {
  return curlCommand(buildRequest(actions[action], { ...inputOf(action, fillNumber(values, 1)), baseUrl }))
}
