import type { UploadKind } from '@onair/contract'
import type { Addresses } from '../../infra/deps.ts'

/** The address of a file that a streamer uploaded. It is another one for each file. */
export function uploadUrl(
  { id, kind }: { id: string; kind: UploadKind },
  { baseUrl }: Pick<Addresses, 'baseUrl'>,
): string {
  // Gap 40: clients recognize a badge by the name of its file.
  return `${baseUrl}/assets/uploads/${id}${kind === 'badge' ? '/subscriber.png' : ''}`
}
