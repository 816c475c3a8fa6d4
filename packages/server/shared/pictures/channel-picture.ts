import type { Addresses } from '../../infra/deps.ts'

/** The address of the picture of a channel, or null without one. It is another one for each picture. */
export function channelPictureUrl(pictureId: string | null, { baseUrl }: Pick<Addresses, 'baseUrl'>): string | null {
  return pictureId && `${baseUrl}/assets/channels/${pictureId}`
}
