import type { Deps } from '../../infra/deps.ts'
import { thumbnailUrl } from '../lives/thumbnail.ts'
import { findPreviewedChannel } from './link-preview-store.ts'

/** The parts of a link to a channel that other sites show. */
export type LinkPreview = {
  channelName: string
  imageUrl: string | null
  /** Null while the channel is not live, and of a live for adults. */
  live: { title: string | null; categoryValue: string | null; categoryEnglishName: string | null } | null
}

/** Null if there is no such channel. */
export async function loadLinkPreview(
  channelId: string,
  deps: Pick<Deps, 'addresses' | 'config' | 'db'>,
): Promise<LinkPreview | null> {
  const row = await findPreviewedChannel(deps.db.read, channelId)
  if (row === undefined) return null
  const { adult, channelImageUrl, channelName, liveId, thumbnailId, pictureId, pictureVersion, ...live } = row
  if (liveId === null || adult === true) return { channelName, imageUrl: channelImageUrl, live: null }
  return {
    channelName,
    imageUrl: thumbnailUrl({ liveId, channelId, adult, thumbnailId, pictureId, pictureVersion }, deps).replaceAll(
      '{type}',
      '480',
    ),
    live,
  }
}
