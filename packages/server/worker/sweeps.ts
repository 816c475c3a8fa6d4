import { purgeAccounts } from '../features/accounts/end/purge-accounts.ts'
import { sweepAccounts } from '../features/accounts/sweep-accounts.ts'
import { sweepHolds } from '../features/case-files/holds.ts'
import { createIdleAppsSweep } from '../features/apps/idle-apps.ts'
import { sweepSlowMode } from '../features/chat/sweep-slow-mode.ts'
import { sweepRecords } from '../features/inspector/sweep-records.ts'
import { sampleLives } from '../features/lives/statistics/sample-lives.ts'
import { sweepLives } from '../features/lives/sweep-lives.ts'
import { sweepSchedule } from '../features/lives/schedule/schedule.ts'
import { endAppSessions } from '../features/sessions/end-sessions.ts'
import { endOrphanedSessions, sweepSessions } from '../features/sessions/sweep-sessions.ts'
import { queueMail } from '../features/mail/queue-mail.ts'
import { announceLives, type QueueLiveMail } from '../features/notices/announce-lives.ts'
import { sendPushes } from '../features/notices/push.ts'
import { mailFailures } from '../features/webhooks/mail-failures.ts'
import { sweepRecordings, sweepVideos } from '../features/video/sweep-videos.ts'
import { oldRowKinds, sweepOldRows } from './old-rows-store.ts'
import { sweepPartitions } from './sweep-partitions.ts'
import { canMail } from '../shared/can-mail.ts'
import type { Deps } from '../infra/deps.ts'

type Sweep = {
  name: string
  intervalMs: number
  run: (deps: Deps) => Promise<void>
  /** Whether what it does depends on the platform's time. */
  followsClock?: boolean
}

const followsClock = true

/** Tells of lives that have begun. */
export function announceByMail(deps: Deps): Promise<void> {
  const queue: QueueLiveMail = (tx, publish, mail) => queueMail(tx, publish, { kind: 'LIVE_STARTED', ...mail }, deps)
  return announceLives(canMail(deps) ? queue : null, deps)
}

/** Intervals are in process time (`clock.uptime()`). A sweep may keep state between its runs, so each worker creates its own. */
export const createSweeps = (): Sweep[] => [
  { name: 'orphaned-sessions', intervalMs: 1_000, run: endOrphanedSessions },
  { name: 'live-notices', intervalMs: 5_000, run: announceByMail, followsClock },
  { name: 'push-notices', intervalMs: 5_000, run: sendPushes, followsClock },
  { name: 'live-samples', intervalMs: 60_000, run: sampleLives, followsClock },
  { name: 'lives', intervalMs: 60_000, run: sweepLives, followsClock },
  { name: 'schedule', intervalMs: 60_000, run: sweepSchedule, followsClock },
  { name: 'inspector-records', intervalMs: 60_000, run: sweepRecords },
  { name: 'sessions', intervalMs: 60_000, run: sweepSessions, followsClock },
  { name: 'slow-mode', intervalMs: 60_000, run: sweepSlowMode, followsClock },
  { name: 'accounts', intervalMs: 60_000, run: sweepAccounts, followsClock },
  { name: 'deleted-accounts', intervalMs: 5_000, run: purgeAccounts },
  { name: 'holds', intervalMs: 10_000, run: sweepHolds, followsClock },
  { name: 'failing-webhooks', intervalMs: 60_000, run: mailFailures, followsClock },
  { name: 'videos', intervalMs: 10_000, run: sweepVideos },
  { name: 'recordings', intervalMs: 10_000, run: sweepRecordings, followsClock },
  ...oldRowKinds.map((kind) => ({
    name: kind,
    intervalMs: 60_000,
    run: (deps: Deps) => sweepOldRows(kind, deps),
    followsClock,
  })),
  { name: 'partitions', intervalMs: 600_000, run: sweepPartitions, followsClock },
  { name: 'idle-apps', intervalMs: 60_000, run: createIdleAppsSweep(endAppSessions), followsClock },
]

/** Runs the sweeps that follow the platform's time, once: afterwards nothing is left that is due. */
export async function runClockSweeps(deps: Deps): Promise<void> {
  for (const sweep of createSweeps()) if (sweep.followsClock) await sweep.run(deps)
}
