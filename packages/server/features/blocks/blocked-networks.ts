import type { BlockList } from 'node:net'
import { limits, type consoleApi, type ContentOf } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { blocksChangedTopic, busMessage } from '../../shared/bus-messages.ts'
import { withDates } from '../../shared/dates.ts'
import { KeptValue } from '../../shared/kept-value.ts'
import { invalidField, Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { deleteBlockedNetwork, findBlockedNetworks, putBlockedNetwork } from './block-store.ts'
import { contains, parseNetwork, toBlockList } from '../../shared/networks/network-rules.ts'

type BlockDeps = Pick<Deps, 'clock' | 'db'>
/** `ip` is the address of who blocks it; null for a command. */
type Block = { network: string; reason: string; seconds: number | undefined; ip: string | null }

/** The networks that are blocked, newest first. */
export async function listBlockedNetworks({
  clock,
  db,
}: BlockDeps): Promise<ContentOf<typeof consoleApi.admin.listBlockedNetworks>> {
  return { data: (await findBlockedNetworks(db.read, clock.now())).map(withDates) }
}

/** Blocks a network, or changes its block, and returns it in CIDR notation. */
export async function blockNetwork(
  { network: text, reason, seconds, ip }: Block,
  { clock, db }: BlockDeps,
): Promise<string> {
  const network = requireNetwork(text)
  if (ip !== null && contains(toBlockList([{ network }]), ip)) throw invalidField('network', 'OWN_NETWORK')
  const now = clock.now()
  const row = { network, reason, created_at: now, ends_at: seconds === undefined ? null : now + seconds * 1000 }
  await db.transaction(async (tx, publish) => {
    if (!(await putBlockedNetwork(tx, row, limits.blockedNetworks))) throw invalidField('network', 'TOO_MANY_NETWORKS')
    const detail = { network, reason, seconds: seconds ?? null }
    await recordAudit(tx, now, { action: 'network.blocked', detail })
    publish(busMessage(blocksChangedTopic, {}))
  })
  return network
}

export async function unblockNetwork(text: string, { clock, db }: BlockDeps): Promise<void> {
  const network = requireNetwork(text)
  await db.transaction(async (tx, publish) => {
    if (!(await deleteBlockedNetwork(tx, network))) throw new Refusal('notFound', 'NETWORK_NOT_BLOCKED')
    await recordAudit(tx, clock.now(), { action: 'network.unblocked', detail: { network } })
    publish(busMessage(blocksChangedTopic, {}))
  })
}

function requireNetwork(text: string): string {
  const network = parseNetwork(text)
  if (network === null) throw invalidField('network', 'INVALID_NETWORK')
  return network
}

/**
 * The networks from which nobody signs up, signs in, writes or joins a chat on the pages, at most `limits.blockedNetworks`.
 * People with a role in running the site are not kept out.
 */
export class BlockedNetworks implements AsyncDisposable {
  readonly #deps: BlockDeps
  readonly #blocked: KeptValue<BlockList>

  constructor(deps: Pick<Deps, 'bus' | 'clock' | 'db' | 'log'>) {
    this.#deps = deps
    // A block ends while it is kept, at most 10 s late.
    this.#blocked = new KeptValue(deps, blocksChangedTopic, async () =>
      toBlockList(await findBlockedNetworks(deps.db.read, deps.clock.now())),
    )
  }

  async has(ip: string): Promise<boolean> {
    return contains(await this.#blocked.get(), ip)
  }

  async block(block: Block): Promise<string> {
    const network = await blockNetwork(block, this.#deps)
    this.#blocked.forget()
    return network
  }

  async unblock(text: string): Promise<void> {
    await unblockNetwork(text, this.#deps)
    this.#blocked.forget()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#blocked[Symbol.asyncDispose]()
  }
}
