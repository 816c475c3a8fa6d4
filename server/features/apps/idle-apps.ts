import { limits } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { refusalReason, Refusal } from '../../shared/refusal.ts'
import { closeDeletedApp, type CloseAppSessions } from './delete-app.ts'
import {
  listAppsToPurge,
  markIdleAppsDeleted,
  markAppRestored,
  markIdleAppsWarned,
  purgeApp,
} from './idle-app-store.ts'
import { findSkippedTime } from './idle-rules.ts'
import { insertSkippedTime, deleteUndoneSkips, lockIdleSweep, updateSweptAt } from './idle-sweep-store.ts'
import { flushIntervalMs } from './usage-counter.ts'

const dayMs = 86_400_000
/** A use that its process has not written down yet spares an application as well. */
const marginMs = 2 * flushIntervalMs

/**
 * Warns of, deletes and at last removes applications that nobody uses. Specification, "Application registration rules", 2.
 * Only time that was seen to pass counts, so that a clock that leaps ahead deletes nothing; in the sandbox, where
 * developers move the clock on purpose, every time counts.
 */
export function createIdleAppsSweep(closeSessions: CloseAppSessions) {
  let lastUptime: number | null = null

  return async function sweepIdleApps({ clock, config, db, log }: Pick<Deps, 'clock' | 'config' | 'db' | 'log'>) {
    const now = clock.now()
    const uptime = clock.uptime()
    const result = await db.transaction(async (tx, publish) => {
      const sweptAt = await lockIdleSweep(tx)
      await deleteUndoneSkips(tx, now)
      if (config.mode === 'production' && sweptAt !== null) {
        const skipped = findSkippedTime(sweptAt, now, lastUptime === null ? null : uptime - lastUptime)
        if (skipped !== null) await insertSkippedTime(tx, skipped)
      }

      await updateSweptAt(tx, now)

      const idleMs = limits.appIdleDays * dayMs + marginMs
      const noticeMs = limits.appIdleNoticeDays * dayMs
      const deleted = await markIdleAppsDeleted(tx, { now, idleMs, noticeMs })
      for (const { client_id: clientId } of deleted) await closeDeletedApp(tx, publish, clientId, closeSessions)
      const warned = await markIdleAppsWarned(tx, { now, idleMs: idleMs - noticeMs })
      return { warned, deleted, toPurge: await listAppsToPurge(tx, now, limits.appTombstoneDays * dayMs) }
    })
    lastUptime = uptime
    for (const { client_id: clientId, name } of result.warned) log.warn({ clientId, name }, 'app.idle_warned')
    for (const { client_id: clientId, name } of result.deleted) log.warn({ clientId, name }, 'app.deleted')
    for (const { client_id: clientId, name } of result.toPurge) {
      const isPurged = await db.transaction((tx) => purgeApp(tx, clientId))
      if (isPurged) log.warn({ clientId, name }, 'app.purged')
    }
  }
}

/** Brings a deleted application back as long as it is not removed, with its credentials and what people granted it. */
export async function restoreApp(clientId: string, { clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const now = clock.now()
  const isRestored = await db.transaction((tx) => markAppRestored(tx, clientId, now))
  if (!isRestored) throw new Refusal('notFound', refusalReason('NO_DELETED_APP', { clientId }))
}
