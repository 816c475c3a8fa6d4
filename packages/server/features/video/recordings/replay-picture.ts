import type { Deps } from '../../../infra/deps.ts'

type Pictured = { id: string; hasPicture: boolean; isLimited: boolean }

/** The address of the picture of a recording or a clip. Null: it has none, or is for adults. */
export function replayPictureUrl(
  { id, hasPicture, isLimited }: Pictured,
  { addresses }: Pick<Deps, 'addresses'>,
): string | null {
  return hasPicture && !isLimited ? `${addresses.baseUrl}/assets/replays/${id}.jpg` : null
}
