import { limits } from '@onair/contract'
import { redactText } from '../../infra/observability/redact.ts'

/** More characters than the longest secret has. */
const secretLength = 1_000

/** Redacts secrets and limits the length. Of a long text only twice as much is read. */
export function truncate(text: string): { text: string; truncated: boolean } {
  if (text.length > 2 * limits.recordedTextLength) {
    const start = redactText(text.slice(0, 2 * limits.recordedTextLength))
    // The cut may have split a secret.
    return { text: truncate(start.slice(0, -secretLength)).text, truncated: true }
  }
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
