import type { TObject } from 'typebox'
import { usesCookie, type Endpoint } from '../contract/endpoint.ts'
import type { ErrorStatus } from '../contract/errors.ts'

/** What is sent to addresses of others; its headers are named without their prefix. */
export type WebhookDefinition = { readonly summary: string; readonly headers: TObject; readonly body: TObject }

/** What stands for the service's own prefix in the specification. */
export const headerPrefix = 'Svc-'

/** A way in which an operation can be refused; `when` where its contract says more than the failure's own name. */
export type OperationError = { status: ErrorStatus; when?: string }

/** Every way in which an operation can be refused, in the order in which it is checked. */
export function operationErrors({
  auth,
  path,
  pathParams,
  query,
  body,
  parameters,
  errors = {},
}: Endpoint): OperationError[] {
  const isAuthenticated = auth.kind === 'token' || auth.kind === 'client'
  const takesInput = pathParams ?? query ?? body ?? parameters
  const candidates: [ErrorStatus, unknown][] = [
    ['unauthorized', auth.kind !== 'none' && auth.kind !== 'visitor'],
    ['invalidClient', auth.kind === 'client' || path.startsWith('/auth/')],
    ['invalidToken', auth.kind === 'token' || path.startsWith('/auth/')],
    ['forbidden', usesCookie(auth) || ('scope' in auth && auth.scope !== null)],
    ['tooManyRequests', isAuthenticated],
    ['badInput', takesInput],
    ['notFound', false],
    ['fault', true],
  ]
  return candidates
    .filter(([status, applies]) => applies || status in errors)
    .map(([status]) => ({ status, ...(errors[status] !== undefined && { when: errors[status] }) }))
}

/** By path, and what begins something before what ends it, so that the calls can be tried from top to bottom. */
export function inReadingOrder(group: Readonly<Record<string, Endpoint>>): [name: string, endpoint: Endpoint][] {
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
