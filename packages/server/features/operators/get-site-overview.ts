import type { consoleApi, ContentOf } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { utcSecond } from '../../shared/dates.ts'
import { loadOverview } from './overview-store.ts'

const dayMs = 86_400_000

/** How the site does, for the people who run it. */
export async function getSiteOverview({
  clock,
  db,
  version,
}: Pick<Deps, 'clock' | 'db' | 'version'>): Promise<ContentOf<typeof consoleApi.admin.getSiteOverview>> {
  const now = clock.now()
  const counts = await loadOverview(db.read, { since: now - dayMs, alarmsSince: now - 7 * dayMs })
  const { signUps, signIns, failedSignIns, messages, deliveries, mails, databaseBytes, lastBackupAt, ...rest } = counts
  return {
    version,
    ...rest,
    lastDay: { signUps, signIns, failedSignIns, messages },
    waiting: { deliveries, mails },
    databaseBytes,
    lastBackupDate: lastBackupAt === null ? null : utcSecond(lastBackupAt),
  }
}
