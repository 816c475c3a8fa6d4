import { uploadUrl } from '../pictures/picture-urls.ts'
import { errorReason, type CodeOrReason } from '../refusal.ts'

/** Each has an image under `/assets/emoticons/` and is written `{:id:}`. */
export const emoticons = ['smile', 'laugh', 'love', 'wow', 'cry', 'angry', 'cool', 'sleepy', 'heart', 'fire'] as const

const emoticonIds = new Set<string>(emoticons)
const emoticonPattern = /\{:([a-z0-9_]{1,30}):\}/g

/** A text in a channel. */
export type ChannelText = { channelId: string; content: string }
/** An emoticon that a channel has apart from those of the site, written `{:name:}`. */
export type ChannelEmoticon = { channelId: string; id: string; name: string; months: number }
/** The emoticons of channels that texts name, by channel and name. */
export type ChannelEmoticons = ReadonlyMap<string, ChannelEmoticon>

export const isSiteEmoticon = (name: string) => emoticonIds.has(name)
export const emoticonKey = (channelId: string, name: string) => `${channelId} ${name}`

/** The names in a text that are not those of emoticons of the site. */
export function otherNamesIn(content: string): string[] {
  const names = Array.from(content.matchAll(emoticonPattern), ([, name = '']) => name)
  return [...new Set(names)].filter((name) => !emoticonIds.has(name))
}

/** The emoticons of the channel in a text. */
export function channelEmoticonsIn({ channelId, content }: ChannelText, found: ChannelEmoticons): ChannelEmoticon[] {
  return otherNamesIn(content).flatMap((name) => found.get(emoticonKey(channelId, name)) ?? [])
}

/** The image URLs of the emoticons in a text, by id. An unknown id stays text. */
export function emojisIn(text: ChannelText, found: ChannelEmoticons, assetsUrl: string): Record<string, string> {
  const emojis: Record<string, string> = {}
  for (const [, id = ''] of text.content.matchAll(emoticonPattern))
    if (emoticonIds.has(id)) emojis[id] = `${assetsUrl}/assets/emoticons/${id}.png`
  for (const { name, id } of channelEmoticonsIn(text, found))
    emojis[name] = uploadUrl({ id, kind: 'emoticon' }, { baseUrl: assetsUrl })
  return emojis
}

/** The image URLs of the emoticons of the site, by id. */
export function siteEmoticons(assetsUrl: string): Record<string, string> {
  return Object.fromEntries(emoticons.map((id) => [id, `${assetsUrl}/assets/emoticons/${id}.png`]))
}

/** Whether a text consists of emoticons and white space only. */
export function isOnlyEmoticons({ channelId, content }: ChannelText, found: ChannelEmoticons): boolean {
  const isKnown = (name: string) => emoticonIds.has(name) || found.has(emoticonKey(channelId, name))
  return (
    content.trim() !== '' &&
    content.replace(emoticonPattern, (match, name: string) => (isKnown(name) ? '' : match)).trim() === ''
  )
}

/** Why a sender who has subscribed for so many months may not use these emoticons, or null. */
export function refusalOfEmoticons(used: readonly ChannelEmoticon[], months: number): CodeOrReason | null {
  const locked = used.find((emoticon) => emoticon.months > months)
  return locked === undefined ? null : errorReason('EMOTICON_FOR_SUBSCRIBERS', { name: locked.name })
}
