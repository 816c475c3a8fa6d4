import classes from './message-text.module.css'

const emoticonPattern = /\{:([a-z0-9_]{1,30}):\}/g

/** A text with the names of its emoticons, for where no image can be. */
export function nameEmoticons(text: string): string {
  return text.replaceAll(emoticonPattern, ':$1:')
}

/** A text with images for its emoticons. An emoticon without an image, such as a deleted one, is its name. */
export function MessageText({ text, emojis }: { text: string; emojis: Record<string, string> }) {
  const parts = text.split(emoticonPattern)
  return parts.map((part, index) => {
    if (index % 2 === 0) return part
    const url = Object.hasOwn(emojis, part) ? emojis[part] : undefined
    // The parts of a text keep their order, so the index is a stable key.
    return url === undefined ? (
      `:${part}:`
    ) : (
      <img key={index} className={classes.emoticon} src={url} alt={`:${part}:`} title={part} />
    )
  })
}
