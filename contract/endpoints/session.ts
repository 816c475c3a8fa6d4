import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { scopes, type Scope } from '../scopes.ts'

const sessionUrl = Type.Object({ url: Type.String({ description: 'Connect to it once, within 60 seconds' }) })

/** Where `sessionKey` travels is not shown, so it is read from the query, the JSON body or the form body. Gap 33. */
const parameters = Type.Object({ sessionKey: Type.String({ minLength: 1, maxLength: 100 }) })

export const openClientSession = endpoint({
  method: 'GET',
  path: '/open/v1/sessions/auth/client',
  summary: 'A URL to connect a session of the application to',
  auth: { kind: 'client', scope: null },
  content: sessionUrl,
})

export const openUserSession = endpoint({
  method: 'GET',
  path: '/open/v1/sessions/auth',
  summary: 'A URL to connect a session of the user to',
  auth: { kind: 'token', scope: null },
  content: sessionUrl,
})

export const subscribeChat = subscribe('chat', scopes.chatRead)
export const unsubscribeChat = unsubscribe('chat')

function subscribe(name: string, scope: Scope) {
  return endpoint({
    method: 'POST',
    path: `/open/v1/sessions/events/subscribe/${name}`,
    summary: `Receive the ${name} events of the user's channel on a connected session`,
    auth: { kind: 'token', scope },
    parameters,
    content: Type.Null(),
  })
}

function unsubscribe(name: string) {
  return endpoint({
    method: 'POST',
    path: `/open/v1/sessions/events/unsubscribe/${name}`,
    summary: `Stop receiving the ${name} events of the user's channel on a session`,
    auth: { kind: 'token', scope: null },
    parameters,
    content: Type.Null(),
  })
}
