const written = /\{:([a-z0-9_]{1,30}):\}/g

/** A text with its emoticons as pictures; one that has no picture stays text. */
export function Spoken({ text, emojis }: { text: string; emojis: Record<string, string> }) {
  const parts = text.split(written)
  return parts.map((part, at) => {
    if (at % 2 === 0) return part
    const url = emojis[part]
    // Parts of one text never change their places.
    return url === undefined ? (
      `{:${part}:}`
    ) : (
      <img key={at} className="emoticon" src={url} alt={`:${part}:`} title={part} />
    )
  })
}
