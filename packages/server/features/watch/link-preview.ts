import { isLimited } from '../../shared/watch/may-watch.ts'
import type { Deps } from '../../infra/deps.ts'
import { thumbnailUrl } from '../lives/thumbnail.ts'
import { channelPictureUrl } from '../../shared/pictures/picture-urls.ts'
import { isUuid } from '../../shared/ids.ts'
import { findPreviewedChannel, findPreviewedClip, findPreviewedRecording } from './link-preview-store.ts'

/** The parts of a link to a channel that other sites show. */
export type LinkPreview = {
  channelName: string
  imageUrl: string | null
  /** Null while the channel is not live, and of one that not everyone may watch. */
  live: { title: string | null; categoryValue: string | null; categoryEnglishName: string | null } | null
}

/** A part of a channel that a link may lead to. */
type Replayed = { kind: 'replays' | 'clips'; id: string }

/** The parts of a link to a recording or a clip that other sites show. */
export type ReplayPreview = {
  channelName: string
  channelImageUrl: string | null
  title: string | null
  hasPicture: boolean
  categoryValue: string | null
  categoryEnglishName: string | null
  /** Who made the clip; null for a recording. */
  creatorName: string | null
  /** The file of a clip, which other sites play; null for a recording. */
  videoUrl: string | null
}

/** Null if the channel has no such recording or clip that can be watched without a question. */
export async function loadReplayPreview(
  channelId: string,
  { kind, id }: Replayed,
  { addresses, db }: Pick<Deps, 'addresses' | 'db'>,
): Promise<ReplayPreview | null> {
  if (!isUuid(id)) return null
  const find = kind === 'clips' ? findPreviewedClip : findPreviewedRecording
  const row = await find(db.read, { channelId, id })
  if (row === undefined) return null
  const { channelPictureId, ...preview } = row
  return { ...preview, channelImageUrl: channelPictureUrl(channelPictureId, addresses) }
}

/** Null if there is no such channel. */
export async function loadLinkPreview(
  channelId: string,
  deps: Pick<Deps, 'addresses' | 'config' | 'db'>,
): Promise<LinkPreview | null> {
  const row = await findPreviewedChannel(deps.db.read, channelId)
  if (row === undefined) return null
  const { adult, audience, channelPictureId, channelName, liveId, thumbnailId, pictureId, pictureVersion, ...live } =
    row
  const channelImageUrl = channelPictureUrl(channelPictureId, deps.addresses)
  const isHidden = isLimited({ audience: audience ?? 'EVERYBODY', adult: adult ?? false })
  if (liveId === null || isHidden) return { channelName, imageUrl: channelImageUrl, live: null }
  return {
    channelName,
    imageUrl: thumbnailUrl(
      { liveId, channelId, adult, audience, thumbnailId, pictureId, pictureVersion },
      deps,
    ).replaceAll('{type}', '480'),
    live,
  }
}
