import { BlockList } from 'node:net'
import { limits, type consoleApi, type ContentOf } from '@onair/contract'
import ipaddr from 'ipaddr.js'
import { recordAudit } from '../../shared/audit-store.ts'
import { blocksChangedTopic, busMessage } from '../../shared/bus-messages.ts'
import { KeptValue } from '../../shared/kept-value.ts'
import { utcDate } from '../../shared/dates.ts'
import { invalidField, Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { deleteBlockedNetwork, findBlockedNetworks, putBlockedNetwork } from './block-store.ts'
import { parseNetwork } from './network-rules.ts'

type BlockDeps = Pick<Deps, 'bus' | 'clock' | 'db' | 'log'>
/** `ip` is the address of who blocks it. */
type Block = { network: string; reason: string; seconds: number | undefined; ip: string }

/**
 * The networks from which nobody signs up, signs in, writes or joins a chat on the pages, at most `limits.blockedNetworks`.
 * People with a role in running the site are not kept out.
 */
export class BlockedNetworks implements AsyncDisposable {
  readonly #deps: BlockDeps
  readonly #blocked: KeptValue<BlockList>

  constructor(deps: BlockDeps) {
    this.#deps = deps
    // A block ends while it is kept, at most 10 s late.
    this.#blocked = new KeptValue(deps, blocksChangedTopic, async () =>
      toBlockList(await findBlockedNetworks(deps.db.read, deps.clock.now())),
    )
  }

  async has(ip: string): Promise<boolean> {
    return contains(await this.#blocked.get(), ip)
  }

  async list(): Promise<ContentOf<typeof consoleApi.admin.listBlockedNetworks>> {
    const { clock, db } = this.#deps
    const rows = await findBlockedNetworks(db.read, clock.now())
    return {
      data: rows.map(({ network, reason, created_at, ends_at }) => ({
        network,
        reason,
        createdDate: utcDate(created_at),
        endDate: ends_at === null ? null : utcDate(ends_at),
      })),
    }
  }

  /** Blocks a network, or changes its block, and returns it in CIDR notation. */
  async block({ network: text, reason, seconds, ip }: Block): Promise<string> {
    const { clock, db } = this.#deps
    const network = parseNetwork(text)
    if (network === null) throw invalidField('network', 'INVALID_NETWORK')
    if (contains(toBlockList([{ network }]), ip)) throw invalidField('network', 'OWN_NETWORK')
    const now = clock.now()
    const row = { network, reason, created_at: now, ends_at: seconds === undefined ? null : now + seconds * 1000 }
    await db.transaction(async (tx, publish) => {
      const isPut = await putBlockedNetwork(tx, row, { now, most: limits.blockedNetworks })
      if (!isPut) throw invalidField('network', 'TOO_MANY_NETWORKS')
      const detail = { network, reason, seconds: seconds ?? null }
      await recordAudit(tx, now, { action: 'network.blocked', detail })
      publish(busMessage(blocksChangedTopic, {}))
    })
    this.#blocked.forget()
    return network
  }

  async unblock(text: string): Promise<void> {
    const { clock, db } = this.#deps
    const network = parseNetwork(text)
    if (network === null) throw invalidField('network', 'INVALID_NETWORK')
    await db.transaction(async (tx, publish) => {
      if (!(await deleteBlockedNetwork(tx, network))) throw new Refusal('notFound', 'NETWORK_NOT_BLOCKED')
      await recordAudit(tx, clock.now(), { action: 'network.unblocked', detail: { network } })
      publish(busMessage(blocksChangedTopic, {}))
    })
    this.#blocked.forget()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#blocked[Symbol.asyncDispose]()
  }
}

function contains(list: BlockList, ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  return list.check(address.toString(), address instanceof ipaddr.IPv6 ? 'ipv6' : 'ipv4')
}

function toBlockList(rows: readonly { network: string }[]): BlockList {
  const list = new BlockList()
  for (const { network } of rows) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4')
  }
  return list
}
