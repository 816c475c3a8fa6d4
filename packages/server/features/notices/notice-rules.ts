import { defaultLanguage, type Language } from '@onair/contract'

const [minuteMs, hourMs] = [60_000, 3_600_000]

/** A live is announced once it has lasted so long: a test of a minute is none, and a title can still be corrected. */
export const announcedAfterMs = minuteMs
/** A live that nothing could announce until then is not announced later. */
export const announcedWithinMs = 10 * minuteMs
/** A channel is announced once in so long, also when its broadcast is interrupted and starts again. */
export const quietMs = hourMs

/** The waits after each failed attempt to post to a chat service. */
const retryMs = [10_000, 30_000, 2 * minuteMs, 5 * minuteMs]

/** When a message is posted again after `attempts`, or null: never. */
export function nextPostAt(attempts: number, now: number): number | null {
  const waitMs = retryMs[attempts - 1]
  return waitMs === undefined ? null : now + waitMs
}

/** The waits after each failed attempt to send a notice to a browser: later it is of no use. */
const pushRetryMs = [10_000, minuteMs, 5 * minuteMs]

/** When a notice is sent again after the response of a push service, 0 for none; null: never. */
export function nextPushAt(status: number | null, attempts: number, now: number): number | null {
  if (status !== 0 && status !== 429 && (status === null || status < 500)) return null
  const waitMs = pushRetryMs[attempts - 1]
  return waitMs === undefined ? null : now + waitMs
}

const isLive: Record<Language, (name: string) => string> = {
  ko: (name) => `${name}님이 방송을 시작했습니다`,
  en: (name) => `${name} is live`,
}

/** The notice that a browser shows. Notices of one channel replace each other. */
export function pushMessage({ channelId, channelName, title, path, language }: PushStart): object {
  return { title: isLive[language ?? defaultLanguage](channelName), body: title ?? '', path, tag: channelId }
}

type PushStart = Omit<Start, 'url'> & { channelId: string; path: string }
type Start = { channelName: string; title: string | null; url: string; language: Language | null }

/**
 * The message for a chat service: Discord has a form of its own, and Slack's is that of Mattermost, Rocket.Chat and others.
 * A name or a title formats nothing, mentions no one and makes no link.
 */
export function chatMessage(host: string, { channelName, title, url, language }: Start): object {
  const isDiscord = /(^|\.)discord(app)?\.com$/.test(host)
  const escape = isDiscord ? escapeForDiscord : escapeForSlack
  const head = `${isLive[language ?? defaultLanguage](escape(channelName))}.`
  const lines = [title === null ? head : `${head} ${escape(title)}`, url]
  if (isDiscord) return { content: lines.join('\n'), allowed_mentions: { parse: [] } }
  return { text: lines.join('\n'), mrkdwn: false }
}

/** Neither `@everyone` nor `@channel` is a mention with an invisible space in it. */
const withoutMentions = (text: string) => text.replaceAll('@', '@\u200b')

function escapeForDiscord(text: string): string {
  return withoutMentions(text.replaceAll(/[\\*_~`|>#<[\]()\-:]/g, String.raw`\$&`))
}

function escapeForSlack(text: string): string {
  const plain = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return withoutMentions(plain.replaceAll('://', ':\u200b//'))
}
