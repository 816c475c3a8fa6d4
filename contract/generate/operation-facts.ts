import type { TObject } from 'typebox'
import { isByCookie, type Endpoint } from '../endpoint.ts'
import type { Failure } from '../errors.ts'

/** What is sent to addresses of others; its headers are named without their prefix. */
export type SentToOthers = { readonly summary: string; readonly headers: TObject; readonly body: TObject }

/** What stands for the service's own prefix in the specification. */
export const sentPrefix = 'Svc-'

/** A way in which an operation can be refused; `when` where its contract says more than the failure's own name. */
export type Refused = { failure: Failure; when?: string }

/** Every way in which an operation can be refused, in the order in which it is checked. */
export function refusalsOf({ auth, path, inPath, query, body, parameters, refusedWhen = {} }: Endpoint): Refused[] {
  const isKnown = auth.kind === 'token' || auth.kind === 'client'
  const takesInput = inPath ?? query ?? body ?? parameters
  const ofItself: [Failure, unknown][] = [
    ['unauthorized', auth.kind !== 'none' && auth.kind !== 'visitor'],
    ['invalidClient', auth.kind === 'client' || path.startsWith('/auth/')],
    ['invalidToken', auth.kind === 'token' || path.startsWith('/auth/')],
    ['forbidden', isByCookie(auth) || ('scope' in auth && auth.scope !== null)],
    ['tooManyRequests', isKnown],
    ['badInput', takesInput],
    ['notFound', false],
    ['fault', true],
  ]
  return ofItself
    .filter(([failure, always]) => always || failure in refusedWhen)
    .map(([failure]) => ({ failure, ...(refusedWhen[failure] !== undefined && { when: refusedWhen[failure] }) }))
}

/** By path, and what begins something before what ends it, so that the calls can be tried from top to bottom. */
export function inOrder(group: Readonly<Record<string, Endpoint>>): [name: string, endpoint: Endpoint][] {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
  const rank = (a: Endpoint, b: Endpoint) => methods.indexOf(a.method) - methods.indexOf(b.method)
  return Object.entries(group).sort(([, a], [, b]) => (a.path === b.path ? rank(a, b) : a.path < b.path ? -1 : 1))
}

export function isRequired(
  schema: { readonly required?: readonly unknown[] | undefined } | undefined,
  name: string,
): boolean {
  return (schema?.required ?? []).includes(name)
}
