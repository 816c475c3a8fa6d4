import type { UploadKind } from '@onair/contract'
import type { Addresses } from '../../infra/deps.ts'

/** The address of a file that a streamer uploaded. It is another one for each file. */
export function uploadUrl({ id }: { id: string; kind: UploadKind }, { baseUrl }: Pick<Addresses, 'baseUrl'>): string {
  return `${baseUrl}/assets/uploads/${id}`
}
