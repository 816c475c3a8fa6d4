import classes from './chat.module.css'

const emoticonPattern = /\{:([a-z0-9_]{1,30}):\}/g

/** A text with its emoticons as pictures; one that has no picture stays text. */
export function MessageText({ text, emojis }: { text: string; emojis: Record<string, string> }) {
  const parts = text.split(emoticonPattern)
  return parts.map((part, index) => {
    if (index % 2 === 0) return part
    const url = emojis[part]
    // Parts of one text never change their places.
    return url === undefined ? (
      `{:${part}:}`
    ) : (
      <img key={index} className={classes.emoticon} src={url} alt={`:${part}:`} title={part} />
    )
  })
}
