/** The emoticons of the platform: each has a picture under `/assets/emoticons/` and is written `{:id:}` in a text. */
export const emoticons = ['smile', 'laugh', 'love', 'wow', 'cry', 'angry', 'cool', 'sleepy', 'heart', 'fire'] as const

const known = new Set<string>(emoticons)
const written = /\{:([a-z0-9_]{1,30}):\}/g

/** The pictures of the emoticons that occur in a text, by id. An id that nobody knows stays text. */
export function emojisIn(text: string, assetsUrl: string): Record<string, string> {
  const emojis: Record<string, string> = {}
  for (const [, id = ''] of text.matchAll(written))
    if (known.has(id)) emojis[id] = `${assetsUrl}/assets/emoticons/${id}.png`
  return emojis
}

/** Every emoticon there is, by id. */
export function allEmoticons(assetsUrl: string): Record<string, string> {
  return Object.fromEntries(emoticons.map((id) => [id, `${assetsUrl}/assets/emoticons/${id}.png`]))
}

/** Whether a text holds emoticons, and nothing between them but space. */
export function isOnlyEmoticons(text: string): boolean {
  return text.trim() !== '' && text.replace(written, (whole, id: string) => (known.has(id) ? '' : whole)).trim() === ''
}
