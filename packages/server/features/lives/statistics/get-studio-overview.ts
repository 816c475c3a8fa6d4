import type { consoleApi, ContentOf } from '@onair/contract'
import { utcSecond } from '../../../shared/dates.ts'
import type { Deps } from '../../../infra/deps.ts'
import { refusalToStream } from '../live-rules.ts'
import { loadStreamerFacts } from '../streamer-store.ts'
import { loadStudioOverview } from './studio-overview-store.ts'

/** The state of a channel's live and the size of its audience. */
export async function getStudioOverview(
  channelId: string,
  { clock, config, db }: Pick<Deps, 'clock' | 'config' | 'db'>,
): Promise<ContentOf<typeof consoleApi.studio.getStudioOverview>> {
  const overview = await loadStudioOverview(db.read, channelId)
  const { liveId, openedAt, viewers, chosenTitle: liveTitle, categoryId, ...channel } = overview
  const streamer = await loadStreamerFacts(db.read, channelId, clock.now())
  return {
    live: liveId === null || openedAt === null ? null : { liveId, liveTitle, openedDate: utcSecond(openedAt), viewers },
    ...channel,
    hasTitle: liveTitle !== null,
    hasCategory: categoryId !== null,
    ingestUrl: config.ingestUrl,
    streamingRefusal: refusalToStream(streamer)?.code ?? null,
    blockReason: streamer.blockReason,
    blockEndDate: streamer.blockEndsAt === null ? null : utcSecond(streamer.blockEndsAt),
    streamRequest: streamer.request,
  }
}
