import type { BlockList } from 'node:net'
import { blocksChangedTopic } from '../../shared/bus-messages.ts'
import { KeptValue } from '../../shared/kept-value.ts'
import type { Deps } from '../../infra/deps.ts'
import { blockNetwork, unblockNetwork, type Block } from './block-network.ts'
import { findBlockedNetworks } from './block-store.ts'
import { contains, toBlockList } from '../../shared/networks/network-rules.ts'

type BlockDeps = Pick<Deps, 'bus' | 'clock' | 'db' | 'log'>

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
