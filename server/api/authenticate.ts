import type { Endpoint } from '@onair/contract'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../kit/handle.ts'
import { Refusal } from '../kit/refusal.ts'
import { missingScope } from '../kit/wire-profile.ts'
import type { CallerCache } from './caller-cache.ts'

/**
 * Who calls, and whether they may: first who (401), then which kind and scope (403). Only the kind of credential that the
 * operation asks for is looked at. Specification, "Calling the API".
 */
export async function authenticate(
  { auth, path }: Endpoint,
  { headers, ip }: FastifyRequest,
  callers: CallerCache,
): Promise<Caller> {
  if (auth.kind === 'none') return { kind: 'none' }
  const caller = auth.kind === 'token' ? callers.ofToken(bearer(headers.authorization)) : callers.ofClient(pair(), ip)
  const known = caller instanceof Promise ? await caller : caller

  if (auth.scope !== null && !known.scopes.includes(auth.scope)) {
    const { failure, message } = missingScope(known.wireProfile, path)
    throw new Refusal(failure, `the scope ${auth.scope} is missing`, message === undefined ? {} : { message })
  }
  return known

  function pair(): { clientId: string; clientSecret: string } {
    const { 'client-id': clientId, 'client-secret': clientSecret } = headers
    if (typeof clientId !== 'string' || typeof clientSecret !== 'string' || clientId === '' || clientSecret === '')
      throw new Refusal('unauthorized', 'Client-Id and Client-Secret are missing')
    return { clientId, clientSecret }
  }
}

function bearer(authorization: string | undefined): string {
  if (authorization === undefined || !authorization.startsWith('Bearer ') || authorization.length === 7)
    throw new Refusal('unauthorized', 'no Authorization header of the form "Bearer <token>"')
  const token = authorization.slice(7)
  if (/^\s/.test(token)) throw new Refusal('unauthorized', 'more than one space after Bearer')
  return token
}
