import type { Deps } from '../../infra/deps.ts'
import { channelPictureUrl } from '../../shared/pictures/channel-picture.ts'
import { findLastReplays, findQuietChannels, type ShelfChannelRow, type ShelfReplayRow } from './home-shelves-store.ts'

const most = { channels: 12, replays: 8 }

type WithPicture<Row> = Omit<Row, 'pictureId'> & { channelImageUrl: string | null }
export type ShelfChannel = WithPicture<ShelfChannelRow>
export type ShelfReplay = WithPicture<ShelfReplayRow>

/** The shelves of the home page while few channels are live: channels that were live last, and the last recordings. */
export async function loadHomeShelves({
  addresses,
  db,
}: Pick<Deps, 'addresses' | 'db'>): Promise<{ channels: ShelfChannel[]; replays: ShelfReplay[] }> {
  const [channels, replays] = await Promise.all([
    findQuietChannels(db.read, most.channels),
    findLastReplays(db.read, most.replays),
  ])
  const withPicture = <Row extends { pictureId: string | null }>({ pictureId, ...row }: Row) => ({
    ...row,
    channelImageUrl: channelPictureUrl(pictureId, addresses),
  })
  return { channels: channels.map(withPicture), replays: replays.map(withPicture) }
}
