import type { Addresses, Deps } from '../../infra/deps.ts'

export const thumbnailSize = { width: 480, height: 270 }

/**
 * The address of a live's picture. It holds the literal `{type}`, which clients replace with a height: the picture
 * that the channel chose, else from `ONAIR_THUMBNAIL_URL`, else a placeholder. The first and the last are the same for
 * every type. Gap 190.
 */
export function thumbnailUrl(
  { liveId, channelId, thumbnailId }: { liveId: number; channelId: string; thumbnailId: string | null },
  { addresses, config }: Pick<Deps, 'addresses' | 'config'>,
): string {
  if (thumbnailId !== null) return chosenThumbnailUrl(thumbnailId, addresses)
  return (
    config.thumbnailUrl?.replaceAll('{channelId}', channelId) ??
    `${addresses.baseUrl}/assets/thumbnails/${liveId}_{type}.png`
  )
}

export function chosenThumbnailUrl(thumbnailId: string, { baseUrl }: Addresses): string {
  return `${baseUrl}/assets/thumbnails/${thumbnailId}_{type}`
}

/** The asset that a live without a picture shows: twelve colours of one picture. */
export function placeholderOf(liveId: number): string {
  return `thumbnails/${liveId % 12}.png`
}
