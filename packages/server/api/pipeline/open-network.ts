import type { Caller } from '../../shared/callers/caller.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Platform } from '../../services.ts'

/** Throws 403 for a browser in a blocked network, unless the person has a role in running the site. */
export async function requireOpenNetwork(
  caller: Caller,
  ip: string,
  { blockedNetworks }: Pick<Platform, 'blockedNetworks'>,
): Promise<void> {
  const isStaff = caller.kind === 'webSession' && caller.siteRole !== null
  if (!isStaff && (await blockedNetworks.has(ip))) throw new Refusal('forbidden', 'NETWORK_BLOCKED')
}
