/** The emoticons of the platform: each has a picture under `/assets/emoticons/` and is written `{:id:}` in a text. */
export const emoticons = ['smile', 'laugh', 'love', 'wow', 'cry', 'angry', 'cool', 'sleepy', 'heart', 'fire'] as const

const emoticonIds = new Set<string>(emoticons)
const emoticonPattern = /\{:([a-z0-9_]{1,30}):\}/g

/** The pictures of the emoticons that occur in a text, by id. An id that nobody knows stays text. */
export function emojisIn(text: string, assetsUrl: string): Record<string, string> {
  const emojis: Record<string, string> = {}
  for (const [, id = ''] of text.matchAll(emoticonPattern))
    if (emoticonIds.has(id)) emojis[id] = `${assetsUrl}/assets/emoticons/${id}.png`
  return emojis
}

/** Every emoticon there is, by id. */
export function allEmoticons(assetsUrl: string): Record<string, string> {
  return Object.fromEntries(emoticons.map((id) => [id, `${assetsUrl}/assets/emoticons/${id}.png`]))
}

/** Whether a text holds emoticons, and nothing between them but space. */
export function isOnlyEmoticons(text: string): boolean {
  return (
    text.trim() !== '' &&
    text.replace(emoticonPattern, (match, id: string) => (emoticonIds.has(id) ? '' : match)).trim() === ''
  )
}
