import type { Config } from '../config/config.ts'
import { findDayObservedFor } from '../features/clock/observed-time-store.ts'
import { deleteInBatches } from '../infra/db/batches.ts'
import {
  createPartition,
  dayMs,
  deleteDefaultRows,
  deleteHeldRows,
  deletePartition,
  isPartitionEmpty,
  listPartitions,
  loadKeyTime,
  lockPartitions,
  type PartitionedTable,
} from '../shared/partition-store.ts'
import type { Tx } from '../infra/db/db.ts'
import type { Deps } from '../infra/deps.ts'

type SweepDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'log' | 'policy'>

/**
 * `keepDays`: for how many days rows are kept; 0: forever. `isObserved`: days during which no worker ran do not count, nor
 * what a clock jumped over, as for idle applications.
 */
type KeptTable = PartitionedTable & { keepDays: number; isObserved?: true }

const ended = { keyType: 'bigint', isObserved: true } as const

const partitionedTables = (config: Config): KeptTable[] => [
  {
    table: 'chat_message',
    key: 'message_time',
    keyType: 'bigint',
    days: 1,
    keepDays: config.chatDays,
    held: { id: 'id', people: ['channel_id', 'sender_channel_id'] },
  },
  { table: 'inspector_record', key: 'written_at_db', keyType: 'timestamptz', days: 1, keepDays: config.recordDays },
  { table: 'webhook_delivery', key: 'ended_at', days: 1, keepDays: config.deliveryDays, ...ended },
  { table: 'webhook_attempt', key: 'delivery_ended_at', days: 1, keepDays: config.deliveryDays, ...ended },
  // Lists of sessions read all partitions.
  { table: 'session', key: 'disconnected_at', days: 7, keepDays: config.sessionDays, ...ended },
  { table: 'session_subscription', key: 'session_ended_at', days: 7, keepDays: config.sessionDays, ...ended },
]

/**
 * Creates the partition of now and the next one. Deletes partitions of which every row is older than the setting, and empty
 * ones of other times, as a clock that was moved leaves them. Decision 17.
 */
export async function sweepPartitions(deps: SweepDeps): Promise<void> {
  for (const table of partitionedTables(deps.config)) {
    const now = await loadKeyTime(deps.db.read, table, deps.clock.now())
    const today = now - (now % dayMs)
    const before = await findExpiry(deps, table, { now, today })
    if (before !== null) await deleteInBatches(deps.db, (tx, limit) => deleteHeldRows(tx, table, { before, limit }))
    await sweepTable(deps, table, { now, before })
    if (before !== null) await deleteInBatches(deps.db, (tx, limit) => deleteDefaultRows(tx, table, { before, limit }))
  }
}

/** Rows of before this day have expired; null: none have. */
async function findExpiry(
  { db, policy }: SweepDeps,
  { keepDays, isObserved }: KeptTable,
  { now, today }: { now: number; today: number },
): Promise<number | null> {
  if (keepDays === 0) return null
  const before = today - keepDays * dayMs
  return isObserved
    ? findDayObservedFor(db.read, { before, keepMs: keepDays * dayMs, now, countsAllTime: policy.countsAllTime })
    : before
}

async function sweepTable(
  { db, log }: SweepDeps,
  table: PartitionedTable,
  { now, before }: { now: number; before: number | null },
) {
  const spanMs = table.days * dayMs
  const first = now - (now % spanMs)
  const current = [first, first + spanMs]
  const partitions = await listPartitions(db.read, table)
  const missing = current.filter((day) => !partitions.some((partition) => partition.day === day))
  const changes = missing.map((day) => (tx: Tx) => createPartition(tx, table, day))
  for (const partition of partitions) {
    if (current.includes(partition.day)) continue
    const isExpired = before !== null && partition.day + spanMs <= before
    // Once for each new partition is often enough to look into each.
    const isEmpty = async () => missing.length > 0 && isPartitionEmpty(db.read, partition)
    if (isExpired || (await isEmpty()))
      changes.push(async (tx) => {
        // A hold that was placed since, or a row that was written, keeps it until the next run.
        if (await deletePartition(tx, table, partition, { isExpired }))
          log.info({ partition: partition.name }, 'partition.deleted')
      })
  }
  for (const change of changes)
    try {
      await db.transaction(async (tx) => {
        if (await lockPartitions(tx)) await change(tx)
      })
    } catch (error) {
      // The next run tries again. Rows without a partition are in the default one.
      log.warn({ table: table.table, error }, 'partition.change_failed')
    }
}
