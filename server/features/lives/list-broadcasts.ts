import { limits, type consoleApi, type ContentOf } from '@onair/contract'
import { utcSecond, utcSecondOrNull } from '../../shared/dates.ts'
import type { Deps } from '../../infra/deps.ts'
import { listBroadcastSums } from './live-sample-store.ts'

const dayMs = 86_400_000

/** The newest broadcasts of the days whose samples are kept, each with its viewers, messages and donations. */
export async function listBroadcasts(
  channelId: string,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<ContentOf<typeof consoleApi.studio.listBroadcasts>> {
  const now = clock.now()
  const from = now - limits.liveSampleDays * dayMs
  const rows = await listBroadcastSums(db.read, { channelId, from, now, limit: limits.listedBroadcasts })
  return {
    data: rows.map(({ openedAt, closedAt, categoryValue, englishName, ...sums }) => ({
      category: categoryValue === null || englishName === null ? null : { categoryValue, englishName },
      openedDate: utcSecond(openedAt),
      closedDate: utcSecondOrNull(closedAt),
      ...sums,
    })),
  }
}
