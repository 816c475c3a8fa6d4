import type { Deps } from '../../infra/deps.ts'
import { channelPictureUrl } from '../../shared/pictures/channel-picture.ts'
import { replayPictureUrl } from '../video/recordings/replay-picture.ts'
import { findLastReplays, findQuietChannels, type ShelfChannelRow, type ShelfReplayRow } from './home-shelves-store.ts'

const most = { channels: 12, replays: 8 }

type Shown = { channelImageUrl: string | null }
export type ShelfChannel = Omit<ShelfChannelRow, 'pictureId'> & Shown
export type ShelfReplay = Omit<ShelfReplayRow, 'pictureId' | 'hasPicture'> & Shown & { imageUrl: string | null }

/** What the home page shows while few channels are live: channels that were live last, and the last recordings. */
export async function loadHomeShelves(
  deps: Pick<Deps, 'addresses' | 'db'>,
): Promise<{ channels: ShelfChannel[]; replays: ShelfReplay[] }> {
  const [channels, replays] = await Promise.all([
    findQuietChannels(deps.db.read, most.channels),
    findLastReplays(deps.db.read, most.replays),
  ])
  const pictureOf = (pictureId: string | null) => channelPictureUrl(pictureId, deps.addresses)
  return {
    channels: channels.map(({ pictureId, ...channel }) => ({ ...channel, channelImageUrl: pictureOf(pictureId) })),
    replays: replays.map(({ pictureId, hasPicture, ...replay }) => ({
      ...replay,
      channelImageUrl: pictureOf(pictureId),
      imageUrl: replayPictureUrl({ id: replay.recordingId, hasPicture }, deps),
    })),
  }
}
