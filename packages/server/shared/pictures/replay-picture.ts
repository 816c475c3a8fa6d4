import type { Deps } from '../../infra/deps.ts'

/** The address of the picture of a recording or a clip, if it has one that everybody may see. */
export function replayPictureUrl(
  { id, hasPicture }: { id: string; hasPicture: boolean },
  { addresses }: Pick<Deps, 'addresses'>,
): string | null {
  return hasPicture ? `${addresses.baseUrl}/assets/replays/${id}.jpg` : null
}
