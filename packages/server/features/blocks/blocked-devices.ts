import { blocksChangedTopic } from '../../shared/bus-messages.ts'
import { deviceHashOf } from '../../shared/device-hash.ts'
import { KeptValue } from '../../shared/kept-value.ts'
import type { Deps } from '../../infra/deps.ts'
import { blockDevices, unblockDevices } from './block-devices.ts'
import { findBlockedDevices } from './device-store.ts'

type BlockDeps = Pick<Deps, 'bus' | 'clock' | 'db' | 'log'>

/**
 * The browsers from which people are kept out as from blocked networks: up to ten of each of `limits.deviceBlocks` people,
 * known by their device cookie. A person who deletes the cookie has another browser.
 */
export class BlockedDevices implements AsyncDisposable {
  readonly #deps: BlockDeps
  readonly #blocked: KeptValue<ReadonlySet<string>>

  constructor(deps: BlockDeps) {
    this.#deps = deps
    // A block ends while it is kept, at most 10 s late.
    this.#blocked = new KeptValue(deps, blocksChangedTopic, async () => {
      const hashes = await findBlockedDevices(deps.db.read, deps.clock.now())
      return new Set(hashes.map((hash) => hash.toString('base64')))
    })
  }

  async has(deviceCookie: string | null): Promise<boolean> {
    if (deviceCookie === null) return false
    const blocked = await this.#blocked.get()
    return blocked.size > 0 && blocked.has(deviceHashOf(deviceCookie).toString('base64'))
  }

  async block(block: Parameters<typeof blockDevices>[0]): Promise<void> {
    await blockDevices(block, this.#deps)
    this.#blocked.forget()
  }

  async unblock(channelId: string): Promise<boolean> {
    const wasBlocked = await unblockDevices(channelId, this.#deps)
    this.#blocked.forget()
    return wasBlocked
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#blocked[Symbol.asyncDispose]()
  }
}
