import type { FastifyRequest } from 'fastify'
import { Refusal } from '@onair/server/shared/refusal.ts'
import { sandboxSecret } from '../demo/sandbox-secret.ts'
import type { Addresses, Deps } from '@onair/server/infra/deps.ts'
import { constantTimeEqual } from '@onair/server/shared/secrets.ts'
import { pageCookies } from '@onair/server/api/pages/cookies.ts'

/** Whether a caller may use the tools and demo accounts of the sandbox: in a public one, with its secret as token or cookie. */
export function sandboxAccess(
  deps: Pick<Deps, 'addresses' | 'config' | 'installationKey'>,
): (request: Pick<FastifyRequest, 'headers'>) => boolean {
  const secret = sandboxSecret(deps)
  if (secret === null) return () => true
  const cookies = pageCookies(deps.addresses.authUrl)
  return ({ headers: { authorization, cookie } }) => {
    const given = /^Bearer ([\w-]+)$/.exec(authorization ?? '')?.[1] ?? cookies.read(cookie).sandbox
    return given !== null && constantTimeEqual(given, secret)
  }
}

/** Keeps web pages of other sites from using the sandbox of a developer who has them open. */
export function sandboxOriginCheck({ authUrl }: Addresses): (request: Pick<FastifyRequest, 'headers'>) => void {
  return ({ headers: { host = '', origin } }) => {
    if (origin !== undefined && origin !== authUrl && URL.parse(origin)?.host !== host)
      throw new Refusal('forbidden', 'FOREIGN_ORIGIN')
  }
}
