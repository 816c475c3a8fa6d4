import { limits, type UploadKind } from '@onair/contract'
import { isSiteEmoticon } from '../../shared/chat/emoticons.ts'
import { parsePicture } from '../../shared/pictures/picture-rules.ts'
import type { CodeOrReason } from '../../shared/refusal.ts'

const pictureTypes = ['image/png', 'image/webp', 'image/gif'] as const

/** Why a file of a kind cannot have a name, or null. */
export function refusalOfName({ kind, name, months }: UploadName): CodeOrReason | null {
  if (kind === 'badge') return months > 0 && name === String(months) ? null : 'BADGE_WITHOUT_MONTHS'
  return isSiteEmoticon(name) ? 'EMOTICON_OF_SITE' : null
}

type UploadName = { kind: UploadKind; name: string; months: number }

/** The type of a file by its bytes, or why it is refused. */
export function parseUpload(kind: UploadKind, bytes: Buffer): { type: string } | { refusal: CodeOrReason } {
  const parsed = parsePicture(bytes, { ...limits.uploads[kind], types: pictureTypes })
  return 'refusal' in parsed && parsed.refusal === 'NOT_A_PICTURE' ? { refusal: 'NOT_AN_UPLOAD_PICTURE' } : parsed
}
