import { limits } from '@onair/contract'
import { maskedExchange } from '../../world/masked.ts'

/** A text as it is kept: without secrets, and not without end. */
export function kept(text: string): { text: string; cut: boolean } {
  const shown = maskedExchange(text)
  if (shown.length <= limits.recordedText) return { text: shown, cut: false }
  return { text: shown.slice(0, limits.recordedText - (isHalved(shown, limits.recordedText) ? 1 : 0)), cut: true }
}

/** Whether a cut there would divide a character that has two halves. */
function isHalved(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff
}
