import { limits, type consoleApi, type ContentOf, type QueryOf } from '@onair/contract'
import { utcSecond, utcSecondOrNull } from '../../shared/dates.ts'
import { cutPage, decodeCursor } from '../../shared/list-cursor.ts'
import type { Deps } from '../../infra/deps.ts'
import { listLiveSums } from './statistics/live-sample-store.ts'
import { keptDaysOf, parsePeriod } from './statistics/period-rules.ts'

const maxLiveId = 2 ** 31 - 1

/** The lives that were on air in a period, newest first, each with its viewers, messages, donations, subscriptions and new followers. */
export async function listChannelLives(
  channelId: string,
  { next = '', ...query }: QueryOf<typeof consoleApi.studio.listChannelLives>,
  { clock, config, db }: Pick<Deps, 'clock' | 'config' | 'db'>,
): Promise<ContentOf<typeof consoleApi.studio.listChannelLives>> {
  const now = clock.now()
  const { periods } = parsePeriod(query, now, keptDaysOf(config))
  const size = limits.listedChannelLives
  const found = await listLiveSums(db.read, {
    channelId,
    from: periods[0]?.start ?? now,
    to: periods.at(-1)?.end ?? now,
    now,
    beforeId: next === '' ? maxLiveId : Number(decodeCursor(next, /^([1-9]\d{0,9})$/)[0]),
    limit: size + 1,
  })
  const { page, next: nextPage } = cutPage(found, size, ({ liveId }) => [liveId])
  return {
    data: page.map(({ openedAt, closedAt, categoryValue, englishName, ...sums }) => ({
      category: categoryValue === null || englishName === null ? null : { categoryValue, englishName },
      openedDate: utcSecond(openedAt),
      closedDate: utcSecondOrNull(closedAt),
      ...sums,
    })),
    page: { next: nextPage },
  }
}
