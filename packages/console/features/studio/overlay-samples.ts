import type { OverlayKind, OverlaySettings } from '@onair/contract'
import type { PreviewMessage } from '@onair/overlays'
import { strings } from '../../locales/index.ts'

const { samples: t } = strings('overlays')

const channelIds = ['1', '7', 'b', '4'].map((digit) => digit.repeat(32))
const amounts = [10_000, 1_000, 50_000]
const common = { channelId: '0'.repeat(32), eventSentAt: '' }

/** Sample data of the preview. */
export const overlaySamples = {
  status(
    kind: OverlayKind,
    settings: OverlaySettings[OverlayKind],
    uploads: PreviewMessage['status']['uploads'],
  ): PreviewMessage['status'] {
    const progress = kind === 'goal' ? goalProgress(settings as OverlaySettings['goal']) : 0
    return { settings, progress, recent, uploads }
  },

  event(
    name: 'CHAT' | 'DONATION' | 'SUBSCRIPTION' | 'FOLLOW' | 'POLL',
    index: number,
  ): NonNullable<PreviewMessage['event']> {
    const eventId = `sample-${name}-${index}`
    if (name === 'POLL') return ['POLL', poll(index)]
    if (name === 'CHAT') return ['CHAT', { ...common, eventId, ...chat(index) }]
    if (name === 'DONATION') return ['DONATION', { ...common, eventId, ...donation(index) }]
    if (name === 'FOLLOW') return ['FOLLOW', { channelId: eventId, nickname: t.subscriber }]
    return ['SUBSCRIPTION', { ...common, eventId, ...subscription(index) }]
  },
}

const goalProgress = ({ start, target }: OverlaySettings['goal']) => Math.max(0, Math.round(target * 0.35) - start)

const recent: PreviewMessage['status']['recent'] = [
  { eventId: 'a', eventType: 'DONATION', nickname: t.donator, amount: 10_000 },
  { eventId: 'b', eventType: 'SUBSCRIPTION', nickname: t.subscriber, amount: 12 },
  { eventId: 'c', eventType: 'DONATION', nickname: t.chatter[3] ?? '', amount: 3_000 },
]

function chat(index: number) {
  const nickname = t.chatter[index % t.chatter.length] ?? ''
  const badges = index % 4 === 2 ? [{ imageUrl: '/assets/badges/manager.png' }] : []
  const userRoleCode = 'common_user' as const
  return {
    senderChannelId: channelIds[index % channelIds.length] ?? '',
    chatChannelId: '',
    profile: { nickname, badges, verifiedMark: false, userRoleCode },
    userRoleCode,
    content: t.messages[index % t.messages.length] ?? '',
    emojis: {},
    messageTime: 0,
  }
}

function donation(index: number) {
  return {
    donationType: 'CHAT' as const,
    donatorChannelId: channelIds[0] ?? '',
    donatorNickname: t.donator,
    payAmount: String(amounts[index % amounts.length]),
    donationText: t.donation,
    emojis: {},
  }
}

function subscription(index: number) {
  return {
    subscriberChannelId: channelIds[1] ?? '',
    subscriberNickname: t.subscriber,
    tierNo: 1 as const,
    tierName: 'Tier 1',
    month: 3 + index,
  }
}

/** Each test brings some votes, and every third shows the result. */
function poll(index: number) {
  const options = t.options.map((text, at) => ({ text, votes: 12 + (((index + 2) * (at + 3) * 7) % 23) }))
  return { pollId: '', question: t.question, options, startedDate: '', endsDate: '', isOpen: index % 3 !== 2 }
}
