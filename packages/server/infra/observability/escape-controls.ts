/** Control characters except tab and line feed, bidirectional controls, and separators that end a line. */
const controls = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
/** Most lines are printable ASCII. This check costs a tenth of the replacement. */
const unusual = /[^\n\x20-\x7e]/

/**
 * Escapes characters that control a terminal or reorder what it shows, as `\u001b`. Valid JSON stays valid, with the same
 * value: it contains these characters only in strings.
 */
export function escapeControls(text: string): string {
  if (!unusual.test(text)) return text
  return text.replace(controls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
