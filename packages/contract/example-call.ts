import * as openApi from './open/index.ts'
import type { Endpoint } from './endpoint.ts'

/** A call with the token of a user. With a body in JSON it is a POST. */
export type ExampleCall = { path: string; json?: string }

/** The call that tries a token with these scopes; null where they only receive events or change settings. */
export function exampleCall(scopes: readonly string[]): ExampleCall | null {
  const operations = Object.values(openApi).flatMap((group) => Object.values<Endpoint>(group))
  const reads = [openApi.user.getMe, ...operations].filter(({ method }) => method === 'GET')
  const sendMessage = { ...openApi.chat.sendMessage, json: JSON.stringify({ message: 'Hello' }) }
  const call = [...reads, sendMessage].find(
    ({ auth }) => auth.kind === 'token' && auth.scope !== null && scopes.includes(auth.scope),
  )
  return call ?? null
}
