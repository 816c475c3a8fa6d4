/** A line in which what stands between backticks is in the letters of programs. */
export function InlineCode({ text }: { text: string }) {
  return text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))
}
