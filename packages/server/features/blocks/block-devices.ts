import { limits, type consoleApi, type ContentOf } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { blocksChangedTopic, busMessage } from '../../shared/bus-messages.ts'
import { utcSecond } from '../../shared/dates.ts'
import { invalidField } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { deleteDeviceBlock, findDeviceBlocks, putDeviceBlock } from './device-store.ts'

type BlockDeps = Pick<Deps, 'clock' | 'db'>
type NewBlock = { channelIds: readonly string[]; reason: string | undefined; seconds: number | undefined }

/** The people whose browsers are blocked, the newest block first. */
export async function listBlockedDevices({
  clock,
  db,
}: BlockDeps): Promise<ContentOf<typeof consoleApi.admin.listBlockedDevices>> {
  const rows = await findDeviceBlocks(db.read, clock.now())
  return {
    data: rows.map(({ created_at, ends_at, ...row }) => ({
      ...row,
      createdDate: utcSecond(created_at),
      endDate: ends_at === null ? null : utcSecond(ends_at),
    })),
  }
}

/** Blocks the browsers in which these people signed in, or changes their blocks. */
export async function blockDevices({ channelIds, reason, seconds }: NewBlock, { clock, db }: BlockDeps): Promise<void> {
  const now = clock.now()
  const ends_at = seconds === undefined ? null : now + seconds * 1000
  await db.transaction(async (tx, publish) => {
    for (const channelId of new Set(channelIds)) {
      const block = { channelId, reason: reason ?? null, created_at: now, ends_at }
      const devices = await putDeviceBlock(tx, block, { now, most: limits.deviceBlocks })
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
