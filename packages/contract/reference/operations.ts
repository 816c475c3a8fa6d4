import type { TObject } from 'typebox'
import {
  actionLimits,
  usesCookie,
  type ActionLimit,
  type Endpoint,
  type ErrorKind,
  type LimitedAction,
} from '../index.ts'

/** A request to a webhook URL; header names are without their prefix. */
export type WebhookDefinition = { readonly summary: string; readonly headers: TObject; readonly body: TObject }

/** The header prefix in the specification. */
export const headerPrefix = 'Svc-'

/** An error of an endpoint; `when` says more than the kind. */
export type OperationError = { kind: ErrorKind; when?: string }

/** All errors of an endpoint, in the order of the checks. */
export function operationErrors({
  auth,
  path,
  pathParams,
  query,
  body,
  parameters,
  action,
  errors: declaredErrors = {},
  needsRecentPassword,
}: Endpoint): OperationError[] {
  const errors: Endpoint['errors'] & object = {
    ...(needsRecentPassword !== undefined && { forbidden: 'the password was last entered more than 10 minutes ago' }),
    ...declaredErrors,
  }
  const isAuthenticated = auth.kind === 'token' || auth.kind === 'client'
  const takesInput = pathParams ?? query ?? body ?? parameters
  const candidates: [ErrorKind, unknown][] = [
    ['unauthorized', auth.kind !== 'none' && auth.kind !== 'visitor'],
    ['invalidClient', auth.kind === 'client' || path.startsWith('/auth/')],
    ['invalidToken', auth.kind === 'token' || path.startsWith('/auth/')],
    ['forbidden', usesCookie(auth) || ('scope' in auth && auth.scope !== null)],
    ['tooManyRequests', isAuthenticated || usesCookie(auth)],
    ['badInput', takesInput],
    ['notFound', false],
    ['internalError', true],
  ]
  return candidates
    .filter(([kind, applies]) => applies || kind in errors)
    .map(([kind]) => {
      const when = kind === 'tooManyRequests' && action !== undefined ? describeLimit(action) : errors[kind]
      return { kind, ...(when !== undefined && { when }) }
    })
}

function describeLimit(action: LimitedAction): string {
  const { count, seconds, perChannel }: ActionLimit = actionLimits[action]
  return `also after ${count} calls in ${seconds} seconds${perChannel ? ' for one channel' : ''}`
}

/** A deletion follows the other calls about what it deletes. */
const keyOf = ({ method, path }: Endpoint) => (method === 'DELETE' && path.endsWith('}') ? `${path}~` : path)

/** Sorted by path and method, so that the examples can be run from top to bottom. */
export function inReadingOrder(group: Readonly<Record<string, Endpoint>>): [name: string, endpoint: Endpoint][] {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
  const rank = (a: Endpoint, b: Endpoint) => methods.indexOf(a.method) - methods.indexOf(b.method)
  return Object.entries(group).sort(([, a], [, b]) =>
    keyOf(a) === keyOf(b) ? rank(a, b) : keyOf(a) < keyOf(b) ? -1 : 1,
  )
}

export function isRequired(
  schema: { readonly required?: readonly unknown[] | undefined } | undefined,
  name: string,
): boolean {
  return (schema?.required ?? []).includes(name)
}
