import { purgeAccounts } from '../features/accounts/purge-accounts.ts'
import { sweepAccounts } from '../features/accounts/sweep-accounts.ts'
import { sweepAuditLog } from '../features/audit/sweep-audit-log.ts'
import { createIdleAppsSweep } from '../features/apps/idle-apps.ts'
import { sweepTraffic } from '../features/apps/sweep-traffic.ts'
import { sweepSlowMode } from '../features/chat/sweep-slow-mode.ts'
import { sweepRecords } from '../features/inspector/sweep-records.ts'
import { countLives } from '../features/lives/live-store.ts'
import { sampleLives } from '../features/lives/sample-lives.ts'
import { sweepLives } from '../features/lives/sweep-lives.ts'
import { sweepRestrictions } from '../features/restrictions/sweep-restrictions.ts'
import { endAppSessions } from '../features/sessions/end-app-sessions.ts'
import { endOrphanedSessions } from '../features/sessions/end-orphaned-sessions.ts'
import { sweepSessions } from '../features/sessions/sweep-sessions.ts'
import { repeat } from '../shared/repeat.ts'
import type { Deps } from '../infra/deps.ts'
import { sweepPartitions } from './sweep-partitions.ts'
import { openDeliveryWorker } from './webhooks/deliver.ts'

type Sweep = { name: string; intervalMs: number; run: (deps: Deps) => Promise<void> }

/** Intervals are in process time (`clock.uptime()`). A sweep may keep state between its runs, so each worker creates its own. */
const createSweeps = (): Sweep[] => [
  { name: 'orphaned-sessions', intervalMs: 1_000, run: endOrphanedSessions },
  { name: 'live-samples', intervalMs: 60_000, run: sampleLives },
  { name: 'lives', intervalMs: 60_000, run: sweepLives },
  { name: 'inspector-records', intervalMs: 60_000, run: sweepRecords },
  { name: 'sessions', intervalMs: 60_000, run: sweepSessions },
  { name: 'slow-mode', intervalMs: 60_000, run: sweepSlowMode },
  { name: 'restrictions', intervalMs: 60_000, run: sweepRestrictions },
  { name: 'accounts', intervalMs: 60_000, run: sweepAccounts },
  { name: 'deleted-accounts', intervalMs: 5_000, run: purgeAccounts },
  { name: 'audit-log', intervalMs: 60_000, run: sweepAuditLog },
  { name: 'app-traffic', intervalMs: 60_000, run: sweepTraffic },
  { name: 'partitions', intervalMs: 600_000, run: sweepPartitions },
  { name: 'idle-apps', intervalMs: 60_000, run: createIdleAppsSweep(endAppSessions) },
]

/** Opens the worker role: webhook deliveries and the periodic sweeps. Disposing waits for what is in progress. */
export async function openWorker(deps: Deps): Promise<AsyncDisposable> {
  const { clock, db, log, metrics } = deps
  const deliveryWorker = await openDeliveryWorker(deps)
  const sweeps = createSweeps().map(({ name, intervalMs, run }) => {
    const onError = (error: unknown) => log.error({ sweep: name, error }, 'sweep.failed')
    return repeat(() => run(deps), { clock, intervalMs, onError })
  })
  const liveCount = metrics.observe('onair_live_channels', () => countLives(db.read))
  return {
    async [Symbol.asyncDispose]() {
      liveCount[Symbol.dispose]()
      await Promise.all([deliveryWorker, ...sweeps].map((task) => task[Symbol.asyncDispose]()))
    },
  }
}
