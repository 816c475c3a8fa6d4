import { limits, type consoleApi, type ContentOf } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { blocksChangedTopic, busMessage } from '../../shared/bus-messages.ts'
import { withDates } from '../../shared/dates.ts'
import { deviceHashOf } from '../../shared/secrets.ts'
import { KeptValue } from '../../shared/kept-value.ts'
import { invalidField } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { deleteDeviceBlock, findBlockedDevices, findDeviceBlocks, putDeviceBlock } from './device-store.ts'

type BlockDeps = Pick<Deps, 'clock' | 'db'>
type NewBlock = { channelIds: readonly string[]; reason: string | undefined; seconds: number | undefined }

/** The people whose browsers are blocked, the newest block first. */
export async function listBlockedDevices({
  clock,
  db,
}: BlockDeps): Promise<ContentOf<typeof consoleApi.admin.listBlockedDevices>> {
  return { data: (await findDeviceBlocks(db.read, clock.now())).map(withDates) }
}

/** Blocks the browsers in which these people signed in, or changes their blocks. */
export async function blockDevices({ channelIds, reason, seconds }: NewBlock, { clock, db }: BlockDeps): Promise<void> {
  const now = clock.now()
  const endAt = seconds === undefined ? null : now + seconds * 1000
  await db.transaction(async (tx, publish) => {
    for (const channelId of new Set(channelIds)) {
      const block = { channelId, reason: reason ?? null, createdAt: now, endAt }
      const devices = await putDeviceBlock(tx, block, limits.deviceBlocks)
      if (devices === null) throw invalidField('blocksDevices', 'TOO_MANY_DEVICE_BLOCKS')
      if (devices === 0) continue
      const detail = { devices, reason: reason ?? null, seconds: seconds ?? null }
      await recordAudit(tx, now, { action: 'device.blocked', channelId, detail })
    }
    publish(busMessage(blocksChangedTopic, {}))
  })
}

/** Ends the block of a person's browsers. Returns whether there was one. */
export async function unblockDevices(channelId: string, { clock, db }: BlockDeps): Promise<boolean> {
  return db.transaction(async (tx, publish) => {
    if (!(await deleteDeviceBlock(tx, channelId))) return false
    await recordAudit(tx, clock.now(), { action: 'device.unblocked', channelId })
    publish(busMessage(blocksChangedTopic, {}))
    return true
  })
}

/**
 * The browsers from which people are kept out as from blocked networks: up to ten of each of `limits.deviceBlocks` people,
 * known by their device cookie. A person who deletes the cookie has another browser.
 */
export class BlockedDevices implements AsyncDisposable {
  readonly #deps: BlockDeps
  readonly #blocked: KeptValue<ReadonlySet<string>>

  constructor(deps: Pick<Deps, 'bus' | 'clock' | 'db' | 'log'>) {
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

  async block(block: NewBlock): Promise<void> {
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
