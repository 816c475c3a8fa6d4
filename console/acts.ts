import type { Endpoint } from '@onair/contract'
import { actNames, acts, inputOf, type Act, type Values } from '@onair/contract/play'

export function isAct(text: unknown): text is Act {
  return actNames.some((name) => name === text)
}

/** The same act from a terminal. What the operations call parameters they read from a body too. */
export function curlOf(act: Act, values: Values, baseUrl: string): string {
  const { method, path }: Endpoint = acts[act]
  const json = JSON.stringify(Object.values(inputOf(act, values))[0]).replaceAll("'", String.raw`'\''`)
  return `curl -s -X ${method} '${baseUrl}${path}' -H 'Content-Type: application/json' -d '${json}'`
}
