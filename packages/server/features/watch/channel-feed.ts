import type { Deps } from '../../infra/deps.ts'
import { listPlannedLives, type PlannedLive } from '../lives/schedule/schedule.ts'
import { findFeedChannel, findFeedEntries, type FeedChannel, type FeedEntry } from './channel-feed-store.ts'

const mostEntries = 20

/** The content of the feed of a channel, or null: there is no such channel, or not everyone may know of it. */
export async function loadChannelFeed(
  channelId: string,
  { db }: Pick<Deps, 'db'>,
): Promise<(FeedChannel & { entries: FeedEntry[] }) | null> {
  const channel = await findFeedChannel(db.read, channelId)
  return channel && { ...channel, entries: await findFeedEntries(db.read, channelId, mostEntries) }
}

/** The schedule of a channel for calendars, without the titles of one for adults, or null as above. */
export async function loadChannelCalendar(
  channelId: string,
  deps: Pick<Deps, 'clock' | 'db'>,
): Promise<(FeedChannel & { occurrences: PlannedLive[] }) | null> {
  const channel = await findFeedChannel(deps.db.read, channelId)
  return channel && { ...channel, occurrences: channel.isAdult ? [] : await listPlannedLives(channelId, deps) }
}
