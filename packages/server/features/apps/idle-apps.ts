import { limits } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { queueMail, type QueueMailDeps } from '../mail/queue-mail.ts'
import { recordAudit } from '../../shared/audit-store.ts'
import { errorReason, Refusal } from '../../shared/refusal.ts'
import { closeDeletedApp, type CloseAppSessions } from './delete-app.ts'
import {
  listAppsToPurge,
  markIdleAppsDeleted,
  markAppRestored,
  markIdleAppsWarned,
  purgeApp,
  sweptAppsLimit,
} from './idle-app-store.ts'
import { findUnobservedTime } from './idle-rules.ts'
import { insertUnobservedTime, deleteRevertedUnobservedTime, lockIdleSweep, updateSweptAt } from './idle-sweep-store.ts'
import { flushIntervalMs } from './traffic/flushed-sums.ts'

const dayMs = 86_400_000
/** Covers uses that a process has counted and not written yet. */
const marginMs = 2 * flushIntervalMs
/** An application that was unused for so long is deleted. */
export const appIdleMs = limits.appIdleDays * dayMs + marginMs

type SweepDeps = QueueMailDeps & Pick<Deps, 'db' | 'log'>

/**
 * Warns of idle applications in the console and by mail, deletes them, and finally purges them. Specification,
 * "Application registration rules", 2. Only observed time counts, so that a clock jump deletes nothing. Where developers
 * move the clock on purpose, all time counts, and a jump over the full period deletes without a week of notice.
 */
export function createIdleAppsSweep(closeSessions: CloseAppSessions) {
  let lastUptime: number | null = null

  return async function sweepIdleApps(deps: SweepDeps) {
    while (await sweepBatch(deps));
  }

  /** Returns whether there may be more. */
  async function sweepBatch(deps: SweepDeps): Promise<boolean> {
    const { clock, db, log, policy } = deps
    const now = clock.now()
    const uptime = clock.uptime()
    const result = await db.transaction(async (tx, publish) => {
      const sweptAt = await lockIdleSweep(tx)
      await deleteRevertedUnobservedTime(tx, now)
      if (!policy.countsAllTime && sweptAt !== null) {
        const unobserved = findUnobservedTime(sweptAt, now, lastUptime === null ? null : uptime - lastUptime)
        if (unobserved !== null) await insertUnobservedTime(tx, unobserved)
      }

      await updateSweptAt(tx, now)

      const noticeMs = limits.appIdleNoticeDays * dayMs
      const warned = await markIdleAppsWarned(tx, { now, idleMs: appIdleMs - noticeMs })
      for (const { client_id: clientId, name: appName, owners } of warned) {
        const mail = { kind: 'APP_IDLE', clientId, appName, days: limits.appIdleNoticeDays } as const
        for (const channelId of owners) await queueMail(tx, publish, { ...mail, channelId }, deps)
      }
      const minNoticeMs = policy.countsAllTime ? 0 : noticeMs
      const deleted = await markIdleAppsDeleted(tx, { now, idleMs: appIdleMs, noticeMs: minNoticeMs })
      for (const { client_id: clientId } of deleted) {
        await closeDeletedApp(tx, publish, clientId, closeSessions)
        await recordAudit(tx, now, { action: 'app.deleted', clientId, detail: { reason: 'idle' } })
      }
      return { warned, deleted, toPurge: await listAppsToPurge(tx, now, limits.appRestoreDays * dayMs) }
    })
    lastUptime = uptime
    for (const { client_id: clientId, name } of result.warned) log.warn({ clientId, name }, 'app.idle_warned')
    for (const { client_id: clientId, name } of result.deleted) log.warn({ clientId, name }, 'app.deleted')
    for (const { client_id: clientId, name } of result.toPurge) {
      const isPurged = await db.transaction((tx) => purgeApp(tx, clientId))
      if (isPurged) log.warn({ clientId, name }, 'app.purged')
    }
    return Object.values(result).some((swept) => swept.length === sweptAppsLimit)
  }
}

/** Restores a deleted application that is not purged yet, with its credentials and grants. */
export async function restoreApp(clientId: string, { clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    if (!(await markAppRestored(tx, clientId, now)))
      throw new Refusal('notFound', errorReason('NO_DELETED_APP', { clientId }))
    await recordAudit(tx, now, { action: 'app.restored', clientId })
  })
}
