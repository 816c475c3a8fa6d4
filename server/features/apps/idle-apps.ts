import { limits } from '@onair/contract'
import type { World } from '../../world/world.ts'
import { because, Refusal } from '../../kit/refusal.ts'
import { endDeleted, type EndAll } from './delete-app.ts'
import { findAppsToRemove, markDeleted, markRestored, markWarned, removeApp } from './idle-app-store.ts'
import { unseenSince } from './idle-rules.ts'
import { addUnseen, dropUndone, lockWatch, putLooked } from './idle-watch-store.ts'
import { writtenAfterMs } from './usage.ts'

const dayMs = 86_400_000
/** A use that its process has not written down yet spares an application as well. */
const marginMs = 2 * writtenAfterMs

/**
 * Warns of, deletes and at last removes applications that nobody uses. Specification, "Application registration rules", 2.
 * Only time that was seen to pass counts, so that a clock that leaps ahead deletes nothing; in the sandbox, where
 * developers move the clock on purpose, every time counts.
 */
export function idleAppsSweep(endAll: EndAll) {
  let lookedReal: number | null = null

  return async function sweepIdleApps({ clock, config, db, log }: Pick<World, 'clock' | 'config' | 'db' | 'log'>) {
    const now = clock.now()
    const real = clock.real()
    const done = await db.change(async (tx, tell) => {
      const lookedAt = await lockWatch(tx)
      await dropUndone(tx, now)
      if (config.mode === 'production' && lookedAt !== null) {
        const unseen = unseenSince(lookedAt, now, lookedReal === null ? null : real - lookedReal)
        if (unseen !== null) await addUnseen(tx, unseen)
      }

      await putLooked(tx, now)

      const idleMs = limits.appIdleDays * dayMs + marginMs
      const noticeMs = limits.appIdleNoticeDays * dayMs
      const deleted = await markDeleted(tx, { now, idleMs, noticeMs })
      for (const { client_id: clientId } of deleted) await endDeleted(tx, tell, clientId, endAll)
      const warned = await markWarned(tx, { now, idleMs: idleMs - noticeMs })
      return { warned, deleted, over: await findAppsToRemove(tx, now, limits.appTombstoneDays * dayMs) }
    })
    lookedReal = real
    for (const { client_id: clientId, name } of done.warned) log.warn({ clientId, name }, 'app.idle')
    for (const { client_id: clientId, name } of done.deleted) log.warn({ clientId, name }, 'app.deleted')
    for (const { client_id: clientId, name } of done.over) {
      const removed = await db.change((tx) => removeApp(tx, clientId))
      if (removed) log.warn({ clientId, name }, 'app.removed')
    }
  }
}

/** Brings a deleted application back as long as it is not removed, with its credentials and what people granted it. */
export async function restoreApp(clientId: string, { clock, db }: Pick<World, 'clock' | 'db'>): Promise<void> {
  const now = clock.now()
  const restored = await db.change((tx) => markRestored(tx, clientId, now))
  if (!restored) throw new Refusal('notFound', because('NO_DELETED_APP', { clientId }))
}
