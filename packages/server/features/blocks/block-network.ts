import { limits, type consoleApi, type ContentOf } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { blocksChangedTopic, busMessage } from '../../shared/bus-messages.ts'
import { utcSecond } from '../../shared/dates.ts'
import { invalidField, Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { deleteBlockedNetwork, findBlockedNetworks, putBlockedNetwork } from './block-store.ts'
import { contains, parseNetwork, toBlockList } from '../../shared/networks/network-rules.ts'

type BlockDeps = Pick<Deps, 'clock' | 'db'>
/** `ip` is the address of who blocks it; null for a command. */
export type Block = { network: string; reason: string; seconds: number | undefined; ip: string | null }

/** The networks that are blocked, newest first. */
export async function listBlockedNetworks({
  clock,
  db,
}: BlockDeps): Promise<ContentOf<typeof consoleApi.admin.listBlockedNetworks>> {
  const rows = await findBlockedNetworks(db.read, clock.now())
  return {
    data: rows.map(({ network, reason, created_at, ends_at }) => ({
      network,
      reason,
      createdDate: utcSecond(created_at),
      endDate: ends_at === null ? null : utcSecond(ends_at),
    })),
  }
}

/** Blocks a network, or changes its block, and returns it in CIDR notation. */
export async function blockNetwork(
  { network: text, reason, seconds, ip }: Block,
  { clock, db }: BlockDeps,
): Promise<string> {
  const network = parseNetwork(text)
  if (network === null) throw invalidField('network', 'INVALID_NETWORK')
  if (ip !== null && contains(toBlockList([{ network }]), ip)) throw invalidField('network', 'OWN_NETWORK')
  const now = clock.now()
  const row = { network, reason, created_at: now, ends_at: seconds === undefined ? null : now + seconds * 1000 }
  await db.transaction(async (tx, publish) => {
    const isPut = await putBlockedNetwork(tx, row, { now, most: limits.blockedNetworks })
    if (!isPut) throw invalidField('network', 'TOO_MANY_NETWORKS')
    const detail = { network, reason, seconds: seconds ?? null }
    await recordAudit(tx, now, { action: 'network.blocked', detail })
    publish(busMessage(blocksChangedTopic, {}))
  })
  return network
}

export async function unblockNetwork(text: string, { clock, db }: BlockDeps): Promise<void> {
  const network = parseNetwork(text)
  if (network === null) throw invalidField('network', 'INVALID_NETWORK')
  await db.transaction(async (tx, publish) => {
    if (!(await deleteBlockedNetwork(tx, network))) throw new Refusal('notFound', 'NETWORK_NOT_BLOCKED')
    await recordAudit(tx, clock.now(), { action: 'network.unblocked', detail: { network } })
    publish(busMessage(blocksChangedTopic, {}))
  })
}
