import type { Endpoint } from '@onair/contract'
import type { FastifyRequest } from 'fastify'
import { isConfirmedRecently } from '../../features/accounts/password/confirmation-rules.ts'
import type { Caller, ClientCaller } from '../../shared/callers/caller.ts'
import { errorReason, Refusal } from '../../shared/refusal.ts'
import { acceptsTokenForClient, missingScopeError } from '../../shared/callers/wire-profile.ts'
import type { ClockReading } from '../../infra/clock.ts'
import type { Deps } from '../../infra/deps.ts'
import type { CallerCache } from './caller-cache.ts'
import { requireSignedIn, type FindVisitor } from './web-session.ts'

/**
 * Returns the caller, or throws 401. Reads only the kind of credentials that the endpoint requires.
 * Specification, "Calling the API".
 */
export function authenticate(
  { auth }: Endpoint,
  { request, ip, at }: { request: FastifyRequest; ip: string; at: ClockReading },
  { callers, findVisitor }: CredentialLookups,
): Caller | Promise<Caller> {
  const { headers } = request
  if (auth.kind === 'token') return callers.findByToken(bearerToken(headers.authorization), ip, at)
  if (auth.kind === 'none') return anonymous
  if (auth.kind === 'webSession') return findVisitor(request).then(requireSignedIn)
  if (auth.kind === 'visitor') return findVisitor(request).then((visitor) => ({ kind: 'visitor', visitor }))
  if (auth.acceptsToken && headers['client-id'] === undefined && headers.authorization !== undefined)
    return findClientByToken(headers.authorization, { ip, at }, callers)
  return callers.findByCredentials(clientCredentials(headers), ip, at)
}

/** Returns the application of an access token, in the observed profile only: otherwise throws 401. */
async function findClientByToken(
  authorization: string,
  { ip, at }: { ip: string; at: ClockReading },
  callers: CallerCache,
): Promise<ClientCaller> {
  const { clientId, scopes, wireProfile } = await callers.findByToken(bearerToken(authorization), ip, at)
  if (!acceptsTokenForClient(wireProfile)) throw new Refusal('unauthorized', 'NO_CLIENT_HEADERS')
  return { kind: 'client', clientId, scopes, wireProfile }
}

/**
 * Returns the application that calls a path without an endpoint, for its records and counts: that of the access token, or of
 * the client credentials. Null for missing or unknown ones, which are limited as everywhere.
 */
export async function identifyApp(
  { headers, ip }: FastifyRequest,
  callers: CallerCache,
  { clock }: Pick<Deps, 'clock'>,
): Promise<Caller | null> {
  const at = clock.read()
  try {
    if (headers.authorization !== undefined)
      return await callers.findByToken(bearerToken(headers.authorization), ip, at)
    return await callers.findByCredentials(clientCredentials(headers), ip, at)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Throws 403 when the caller lacks the scope that the endpoint requires. */
export function requireScope({ auth, path }: Endpoint, caller: Caller) {
  const scope = 'scope' in auth ? auth.scope : null
  if (scope === null || !('scopes' in caller) || caller.scopes.includes(scope)) return
  const { kind, message } = missingScopeError(caller.wireProfile, path)
  throw new Refusal(kind, errorReason('SCOPE_MISSING', { scope }), message === undefined ? {} : { message })
}

/** Throws 403 when the password was last entered in this web session more than 10 minutes ago. */
export function requireRecentPassword(caller: Caller, { clock }: Pick<Deps, 'clock'>) {
  const isRecent = caller.kind === 'webSession' && isConfirmedRecently(caller, clock.monotonicNow())
  if (!isRecent) throw new Refusal('forbidden', 'PASSWORD_REQUIRED')
}

/** Finds the caller of credentials. `callers` throws 401 for unknown ones. */
export type CredentialLookups = { callers: CallerCache; findVisitor: FindVisitor }

const anonymous: Caller = { kind: 'none' }

function clientCredentials(headers: FastifyRequest['headers']): { clientId: string; clientSecret: string } {
  const { 'client-id': clientId, 'client-secret': clientSecret } = headers
  if (typeof clientId !== 'string' || typeof clientSecret !== 'string' || clientId === '' || clientSecret === '')
    throw new Refusal('unauthorized', 'NO_CLIENT_HEADERS')
  return { clientId, clientSecret }
}

function bearerToken(authorization: string | undefined): string {
  if (authorization === undefined || !authorization.startsWith('Bearer ') || authorization.length === 7)
    throw new Refusal('unauthorized', 'NO_BEARER_TOKEN')
  const token = authorization.slice(7)
  if (token !== token.trimStart()) throw new Refusal('unauthorized', 'SPACES_AFTER_BEARER')
  return token
}
