import { limits, type Audience } from '@onair/contract'
import type { Addresses, Deps } from '../../infra/deps.ts'
import { isLimited } from '../../shared/watch/may-watch.ts'

export const thumbnailSize = { width: limits.livePictureWidth, height: limits.livePictureHeight }

/** A live, and the pictures of it. */
export type Pictured = {
  liveId: number
  channelId: string
  adult: boolean | null
  audience: Audience | null
  /** Null if the channel chose no picture. */
  thumbnailId: string | null
  /** The id and the version of the picture of its video, or null in both. */
  pictureId: string | null
  pictureVersion: number | null
}

export type ThumbnailDeps = { addresses: Pick<Addresses, 'baseUrl'> } & Pick<Deps, 'config'>

/**
 * The address of a live's picture. It holds the literal `{type}`, which clients replace with a height: the picture
 * that the channel chose, else what its video shows, else from `ONAIR_THUMBNAIL_URL`, else a placeholder. All but the
 * third are the same for every type. Gap 190.
 */
export function thumbnailUrl(live: Pictured, { addresses, config }: ThumbnailDeps): string {
  const { liveId, channelId, thumbnailId, pictureId, pictureVersion } = live
  if (thumbnailId !== null) return chosenThumbnailUrl(thumbnailId, addresses)
  if (showsVideo(live)) return `${addresses.baseUrl}/assets/thumbnails/${pictureId}.${pictureVersion}_{type}.jpg`
  return config.thumbnailUrl?.replaceAll('{channelId}', channelId) ?? placeholderUrl(liveId, addresses)
}

/** Whether its picture is one of its video. The lists are public, so they show only a video that everyone may watch. */
export function showsVideo({ adult, audience, thumbnailId, pictureId }: Pictured): boolean {
  const isShown = !isLimited({ audience: audience ?? 'EVERYBODY', adult: adult ?? false })
  return thumbnailId === null && pictureId !== null && isShown
}

export function chosenThumbnailUrl(thumbnailId: string, { baseUrl }: Pick<Addresses, 'baseUrl'>): string {
  return `${baseUrl}/assets/thumbnails/${thumbnailId}_{type}`
}

export function placeholderUrl(liveId: number, { baseUrl }: Pick<Addresses, 'baseUrl'>): string {
  return `${baseUrl}/assets/thumbnails/${liveId}_{type}.png`
}

/** The asset that a live without a picture shows: twelve colours of one picture. */
export function placeholderOf(liveId: number): string {
  return `thumbnails/${liveId % 12}.png`
}
