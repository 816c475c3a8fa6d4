import type { Deps } from '../../infra/deps.ts'
import { channelPictureUrl, replayPictureUrl } from '../../shared/pictures/picture-urls.ts'
import { findNextPlans, type ShelfPlanRow } from '../lives/schedule/schedule-store.ts'
import { placeholderUrl, thumbnailSize } from '../lives/thumbnail.ts'
import { findLastReplays, findQuietChannels, type ShelfChannelRow, type ShelfReplayRow } from './home-shelves-store.ts'

const most = { plans: 8, channels: 12, replays: 8 }
const planDays = 14

type WithPicture<Row> = Omit<Row, 'pictureId'> & { channelImageUrl: string | null }
export type ShelfChannel = WithPicture<ShelfChannelRow>
export type ShelfPlan = Pick<ShelfPlanRow, 'channelId' | 'channelName' | 'title' | 'timeZone' | 'nextAt'> & {
  channelImageUrl: string | null
  category: { categoryValue: string; categoryEnglishName: string } | null
}
export type ShelfReplay = Omit<WithPicture<ShelfReplayRow>, 'liveId' | 'hasPicture'> & { imageUrl: string }

export type HomeShelves = { plans: ShelfPlan[]; channels: ShelfChannel[]; replays: ShelfReplay[] }

/**
 * The shelves of the home page and of the list of lives while few channels are live: the next broadcasts that
 * channels plan, channels that were live last, and the last recordings.
 */
export async function loadHomeShelves({
  addresses,
  clock,
  db,
}: Pick<Deps, 'addresses' | 'clock' | 'db'>): Promise<HomeShelves> {
  const now = clock.now()
  const [plans, channels, replays] = await Promise.all([
    findNextPlans(db.read, { from: now, until: now + planDays * 86_400_000, limit: most.plans }),
    findQuietChannels(db.read, most.channels),
    findLastReplays(db.read, most.replays),
  ])
  const withPicture = <Row extends { pictureId: string | null }>({ pictureId, ...row }: Row) => ({
    ...row,
    channelImageUrl: channelPictureUrl(pictureId, addresses),
  })
  return {
    plans: plans.map(withPicture).map(toPlan),
    channels: channels.map(withPicture),
    replays: replays.map(withPicture).map(({ liveId, hasPicture, ...replay }) => {
      const picture = replayPictureUrl({ id: replay.recordingId, hasPicture }, { addresses })
      return {
        ...replay,
        imageUrl: picture ?? placeholderUrl(liveId, addresses).replace('{type}', String(thumbnailSize.height)),
      }
    }),
  }
}

function toPlan({
  channelId,
  channelName,
  channelImageUrl,
  title,
  timeZone,
  nextAt,
  categoryValue,
  categoryEnglishName,
}: WithPicture<ShelfPlanRow>): ShelfPlan {
  const category =
    categoryValue === null ? null : { categoryValue, categoryEnglishName: categoryEnglishName ?? categoryValue }
  return { channelId, channelName, channelImageUrl, title, timeZone, nextAt, category }
}
