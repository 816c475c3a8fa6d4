import type { TObject } from 'typebox'
import type { Endpoint } from '../endpoint.ts'
import type { Failure } from '../errors.ts'

/** What is sent to addresses of others; its headers are named without their prefix. */
export type SentToOthers = { readonly summary: string; readonly headers: TObject; readonly body: TObject }

/** What stands for the service's own prefix in the specification. */
export const sentPrefix = 'Svc-'

/** Every way in which an operation can be refused, in the order in which it is checked. */
export function failuresOf({ auth, path, inPath, query, body, parameters }: Endpoint): Failure[] {
  const failures: Failure[] = []
  if (auth.kind === 'token') failures.push('unauthorized', 'invalidToken')
  if (auth.kind === 'client') failures.push('unauthorized', 'invalidClient')
  if (auth.kind === 'session') failures.push('unauthorized', 'forbidden')
  if (path.startsWith('/auth/')) failures.push('invalidClient', 'invalidToken')
  if ('scope' in auth && auth.scope !== null) failures.push('forbidden')
  if (inPath || query || body || parameters) failures.push('badInput')
  if (inPath || parameters || path.startsWith('/sandbox/v1/')) failures.push('notFound')
  return [...failures, 'fault']
}

export function isRequired(schema: TObject | undefined, name: string): boolean {
  return ((schema?.required ?? []) as readonly string[]).includes(name)
}
