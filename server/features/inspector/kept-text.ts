import { limits } from '@onair/contract'
import { maskedExchange } from '../../world/masked.ts'

/** A text as it is kept: without secrets, and not without end. */
export function kept(text: string): { text: string; cut: boolean } {
  const shown = maskedExchange(text)
  return { text: shown.slice(0, limits.recordedText), cut: shown.length > limits.recordedText }
}
