import { limits, type UploadKind } from '@onair/contract'
import { isSiteEmoticon } from '../../shared/chat/emoticons.ts'
import { parsePicture } from '../../shared/pictures/picture-rules.ts'
import { errorReason, type CodeOrReason } from '../../shared/refusal.ts'

const pictureTypes = ['image/png', 'image/webp', 'image/gif'] as const

const alerts = new Set(['donation', 'subscription', 'follow'])

const isOfAlert = (kind: UploadKind) => kind === 'alertPicture' || kind === 'alertSound'

/** Why a file of a kind cannot have a name, or null. */
export function refusalOfName({ kind, name, months }: UploadName): CodeOrReason | null {
  if (kind === 'badge') return months > 0 && name === String(months) ? null : 'BADGE_WITHOUT_MONTHS'
  if (isOfAlert(kind)) return alerts.has(name) ? null : 'INVALID_VALUE'
  return isSiteEmoticon(name) ? 'EMOTICON_OF_SITE' : null
}

type UploadName = { kind: UploadKind; name: string; months: number }

/** The type of a file by its bytes, or why it is refused. */
export function parseUpload(kind: UploadKind, bytes: Buffer): { type: string } | { refusal: CodeOrReason } {
  if (kind === 'alertSound') return parseSound(bytes)
  const parsed = parsePicture(bytes, { ...limits.uploads[kind], types: pictureTypes })
  return 'refusal' in parsed && parsed.refusal === 'NOT_A_PICTURE' ? { refusal: 'NOT_AN_UPLOAD_PICTURE' } : parsed
}

function parseSound(bytes: Buffer): { type: string } | { refusal: CodeOrReason } {
  const { bytes: most } = limits.uploads.alertSound
  if (bytes.length > most) return { refusal: errorReason('SOUND_TOO_LARGE', { kilobytes: most / 1024 }) }
  const type = soundTypeOf(bytes)
  return type === null ? { refusal: 'NOT_A_SOUND' } : { type }
}

/** RFC 3533, 6; RIFF; ID3v2 or the header of a frame of MPEG audio, layer III. */
function soundTypeOf(bytes: Buffer): string | null {
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('OggS')) return 'audio/ogg'
  if (/^RIFF[^]{4}WAVE$/.test(start)) return 'audio/wav'
  if (start.startsWith('ID3')) return 'audio/mpeg'
  return bytes.length > 3 && (bytes.readUInt16BE(0) & 0xffe6) === 0xffe2 ? 'audio/mpeg' : null
}
