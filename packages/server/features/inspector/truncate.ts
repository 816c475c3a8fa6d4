import { limits } from '@onair/contract'
import { redactText } from '../../infra/redact.ts'

/** Redacts secrets and limits the length. */
export function truncate(text: string): { text: string; truncated: boolean } {
  const redacted = redactText(text)
  if (redacted.length <= limits.recordedTextLength) return { text: redacted, truncated: false }
  return {
    text: redacted.slice(
      0,
      limits.recordedTextLength - (splitsSurrogatePair(redacted, limits.recordedTextLength) ? 1 : 0),
    ),
    truncated: true,
  }
}

/** Whether a cut at `index` would split a surrogate pair. */
function splitsSurrogatePair(text: string, index: number): boolean {
  return (text.codePointAt(index - 1) ?? 0) > 0xffff
}
