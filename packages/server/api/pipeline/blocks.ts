import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../shared/callers/caller.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Platform } from '../../services.ts'
import { pageCookies } from '../pages/cookies.ts'

type BlockDeps = Pick<Platform, 'addresses' | 'blockedDevices' | 'blockedNetworks'>

/** Throws 403 for a browser that is blocked or in a blocked network, unless the person has a role in running the site. */
export async function requireNotBlocked(
  caller: Caller,
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
  deps: BlockDeps,
): Promise<void> {
  if (caller.kind === 'webSession' && caller.siteRole !== null) return
  if (await deps.blockedNetworks.has(ip)) throw new Refusal('forbidden', 'NETWORK_BLOCKED')
  const { device } = pageCookies(deps.addresses.authUrl).read(headers.cookie)
  if (await deps.blockedDevices.has(device)) throw new Refusal('forbidden', 'DEVICE_BLOCKED')
}
