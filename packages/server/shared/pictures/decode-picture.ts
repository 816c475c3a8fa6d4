import { invalidField } from '../refusal.ts'
import { parsePicture } from './picture-rules.ts'

/** The PNG or JPEG file of the input field `picture`, which is in base64. */
export function decodePicture(base64: string): { type: 'image/png' | 'image/jpeg'; bytes: Buffer } {
  const bytes = Buffer.from(base64, 'base64')
  const parsed = parsePicture(bytes)
  if ('refusal' in parsed) throw invalidField('picture', parsed.refusal)
  return { type: parsed.type, bytes }
}
