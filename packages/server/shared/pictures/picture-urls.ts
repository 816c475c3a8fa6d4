import type { UploadKind } from '@onair/contract'
import type { Addresses, Deps } from '../../infra/deps.ts'

/** The address of the picture of a channel, or null without one. It is another one for each picture. */
export function channelPictureUrl(pictureId: string | null, { baseUrl }: Pick<Addresses, 'baseUrl'>): string | null {
  return pictureId && `${baseUrl}/assets/channels/${pictureId}`
}

/** The address of a channel's picture in the open API, where every channel has one: without its own, that of the platform. Gap 191. */
export function openChannelPictureUrl(pictureId: string | null, addresses: Pick<Addresses, 'baseUrl'>): string {
  return channelPictureUrl(pictureId, addresses) ?? `${addresses.baseUrl}/assets/pictures/channel.png`
}

/** The category with a picture, as the open API returns it. Gap 191. */
export function withPoster<Of extends { posterImageUrl: string | null }>(
  category: Of,
  { baseUrl }: Pick<Addresses, 'baseUrl'>,
) {
  return { ...category, posterImageUrl: category.posterImageUrl ?? `${baseUrl}/assets/pictures/category.png` }
}

/** The address of the picture of a recording or a clip, if it has one that everyone may see. */
export function replayPictureUrl(
  { id, hasPicture }: { id: string; hasPicture: boolean },
  { addresses }: Pick<Deps, 'addresses'>,
): string | null {
  return hasPicture ? `${addresses.baseUrl}/assets/replays/${id}.jpg` : null
}

/** The address of a file that a streamer uploaded. It is another one for each file. */
export function uploadUrl(
  { id, kind }: { id: string; kind: UploadKind },
  { baseUrl }: Pick<Addresses, 'baseUrl'>,
): string {
  // Gap 40: clients recognize a badge by the name of its file.
  return `${baseUrl}/assets/uploads/${id}${kind === 'badge' ? '/subscriber.png' : ''}`
}
