import { requestOf } from '@onair/contract/client/request-of'
import { actNames, acts, inputOf, type Act, type Values } from '@onair/contract/play'
import { curlOf } from './curl.ts'

export function isAct(text: unknown): text is Act {
  return actNames.some((name) => name === text)
}

/** The same act from a terminal. */
export function curlOfAct(act: Act, values: Values, baseUrl: string): string {
  return curlOf(requestOf(acts[act], { ...inputOf(act, values), baseUrl }))
}
