/** Each has an image under `/assets/emoticons/` and is written `{:id:}`. */
export const emoticons = ['smile', 'laugh', 'love', 'wow', 'cry', 'angry', 'cool', 'sleepy', 'heart', 'fire'] as const

const emoticonIds = new Set<string>(emoticons)
const emoticonPattern = /\{:([a-z0-9_]{1,30}):\}/g

/** The image URLs of the emoticons in a text, by id. An unknown id stays text. */
export function emojisIn(text: string, assetsUrl: string): Record<string, string> {
  const emojis: Record<string, string> = {}
  for (const [, id = ''] of text.matchAll(emoticonPattern))
    if (emoticonIds.has(id)) emojis[id] = `${assetsUrl}/assets/emoticons/${id}.png`
  return emojis
}

/** The image URLs of all emoticons, by id. */
export function allEmoticons(assetsUrl: string): Record<string, string> {
  return Object.fromEntries(emoticons.map((id) => [id, `${assetsUrl}/assets/emoticons/${id}.png`]))
}

/** Whether a text consists of emoticons and white space only. */
export function isOnlyEmoticons(text: string): boolean {
  return (
    text.trim() !== '' &&
    text.replace(emoticonPattern, (match, id: string) => (emoticonIds.has(id) ? '' : match)).trim() === ''
  )
}
