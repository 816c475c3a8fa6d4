import { limits, type consoleApi, type ContentOf, type RetentionKind } from '@onair/contract'
import type { Config } from '../../config/config.ts'
import type { Deps } from '../../infra/deps.ts'
import { utcSecondOrNull } from '../../shared/dates.ts'
import { isPartitionEmpty, listPartitions } from '../../shared/partition-store.ts'
import {
  loadDatabaseBytes,
  loadFileBytes,
  loadOldest,
  loadSizes,
  pictureTables,
  type Oldest,
} from './retention-store.ts'

type Kept = {
  tables: readonly string[]
  /** Null: forever, or for as long as something else. */
  days?: number | null
  settings?: readonly string[]
  /** Where an index has the oldest, or the first table is partitioned by days. */
  oldest?: Oldest | 'partition'
  /** The table with the sizes of files. */
  files?: 'recording' | 'clip'
}

const daysOf = (days: number) => (days === 0 ? null : days)

/** The kinds of data, each with its days. A setting of 0 days keeps forever. */
const keptData = (config: Config): Record<Exclude<RetentionKind, 'other'>, Kept> => ({
  chat: { tables: ['chat_message'], days: daysOf(config.chatDays), settings: ['ONAIR_CHAT_DAYS'], oldest: 'partition' },
  lives: {
    tables: ['live', 'live_sample', 'live_sum', 'viewer_quarter'],
    days: daysOf(config.liveDays),
    settings: ['ONAIR_LIVE_DAYS'],
    oldest: ['live', 'closed_at'],
  },
  recordings: {
    tables: ['recording'],
    days: config.recordingDays,
    settings: ['ONAIR_RECORDING_DAYS', 'ONAIR_RECORDINGS_GB'],
    oldest: ['recording', 'ended_at'],
    files: 'recording',
  },
  clips: {
    tables: ['clip'],
    days: config.recordingDays,
    settings: ['ONAIR_RECORDING_DAYS', 'ONAIR_RECORDINGS_GB'],
    oldest: ['clip', 'created_at'],
    files: 'clip',
  },
  pictures: { tables: pictureTables },
  payments: { tables: ['donation', 'subscription_event', 'subscription_gift', 'wallet'] },
  accounts: {
    tables: [
      'account',
      'channel',
      'web_session',
      'passkey',
      'channel_follower',
      'channel_subscriber',
      'audience_tally',
    ],
    oldest: ['account', 'created_at'],
  },
  apps: {
    tables: [
      'app',
      'app_secret',
      'app_scope',
      'user_grant',
      'user_grant_scope',
      'access_token',
      'refresh_token',
      'app_traffic',
    ],
  },
  audit: {
    tables: ['audit_log'],
    days: daysOf(config.auditLogDays),
    settings: ['ONAIR_AUDIT_LOG_DAYS'],
    oldest: ['audit_log', 'position', 'at'],
  },
  reports: {
    tables: ['report_case', 'report'],
    days: daysOf(config.auditLogDays),
    settings: ['ONAIR_AUDIT_LOG_DAYS'],
    oldest: ['report_case', 'position', 'reported_at'],
  },
  mails: { tables: ['mail'], days: limits.rejectedMailDays, oldest: ['mail', 'ended_at'] },
  deliveries: {
    tables: ['webhook_delivery', 'webhook_attempt'],
    days: config.deliveryDays,
    settings: ['ONAIR_DELIVERY_DAYS'],
    oldest: 'partition',
  },
  sessions: {
    tables: ['session', 'session_subscription'],
    days: config.sessionDays,
    settings: ['ONAIR_SESSION_DAYS'],
    oldest: 'partition',
  },
  inspector: {
    tables: ['inspector_record', 'inspector_receivers'],
    days: config.recordDays,
    settings: ['ONAIR_RECORD_DAYS', 'ONAIR_INSPECTOR', 'ONAIR_RECORD_MB'],
    oldest: 'partition',
  },
  held: { tables: ['legal_hold', 'held_row'] },
})

/** How long each kind of data is kept, and how much there is: sizes and estimates of PostgreSQL, and the first rows of indexes. */
export async function getRetention({
  config,
  db,
}: Pick<Deps, 'config' | 'db'>): Promise<ContentOf<typeof consoleApi.admin.getRetention>> {
  const kinds = Object.entries(keptData(config)) as [RetentionKind, Kept][]
  const sizes = await loadSizes(
    db.read,
    kinds.flatMap(([, { tables }]) => tables),
  )
  const data = []
  for (const [kind, { tables, days = null, settings = [], oldest, files }] of kinds) {
    const own = sizes.filter(({ table }) => tables.includes(table))
    const at = await findOldest(db, tables[0] ?? '', oldest)
    data.push({
      kind,
      days,
      settings: [...settings],
      rows: sumOfKnown(own.map(({ rows }) => rows)),
      bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
      fileBytes: files === undefined ? null : await loadFileBytes(db.read, files),
      oldestDate: utcSecondOrNull(at),
    })
  }
  const listed = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  const bytes = Math.max(0, (await loadDatabaseBytes(db.read)) - listed)
  return {
    data: [...data, { kind: 'other', days: null, settings: [], rows: null, bytes, fileBytes: null, oldestDate: null }],
  }
}

function sumOfKnown(counts: readonly (number | null)[]): number | null {
  return counts.reduce((sum, count) => (count === null ? sum : (sum ?? 0) + count), null)
}

async function findOldest(db: Deps['db'], table: string, oldest: Kept['oldest']): Promise<number | null> {
  if (oldest === undefined) return null
  if (oldest !== 'partition') return loadOldest(db.read, oldest)
  for (const partition of await listPartitions(db.read, { table }))
    if (!(await isPartitionEmpty(db.read, partition))) return partition.day
  return null
}
