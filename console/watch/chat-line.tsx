import { memo } from 'react'
import type { ChatEvent, DonationEvent, SubscriptionEvent } from '@onair/contract'
import { inLanguage } from '../language.ts'
import type { Line } from './feed.ts'
import { Speaker } from './speaker.tsx'
import { Spoken } from './spoken.tsx'
import { won } from './won.ts'

/** Something to be done about what somebody said; null for those who keep no order here. */
export type Choose = ((said: ChatEvent) => void) | null

export const ChatLine = memo(function ChatLine({ line, choose }: { line: Line; choose: Choose }) {
  const { entry, isHidden } = line
  if (entry.type === 'DONATION') return <Donated event={entry.event} />
  if (entry.type === 'SUBSCRIPTION') return <Subscribed event={entry.event} />
  return isHidden ? <li className="hidden-line">{said.hidden}</li> : <Message event={entry.event} choose={choose} />
})

function Message({ event, choose }: { event: ChatEvent; choose: Choose }) {
  const { senderChannelId, profile, content, emojis } = event
  const speaker = (
    <Speaker
      channelId={senderChannelId}
      name={profile.nickname}
      badges={profile.badges}
      verified={profile.verifiedMark}
    />
  )
  return (
    <li>
      {choose === null ? (
        speaker
      ) : (
        <button type="button" className="plain" onClick={() => choose(event)} title={said.moderate}>
          {speaker}
        </button>
      )}{' '}
      <span className="spoken" dir="auto">
        <Spoken text={content} emojis={emojis} />
      </span>
    </li>
  )
}

function Donated({
  event: { donatorChannelId, donatorNickname, payAmount, donationText, emojis },
}: {
  event: DonationEvent
}) {
  return (
    <li className="support donated">
      <div>
        <span>
          {donatorChannelId === null ? (
            <b>{said.nobody}</b>
          ) : (
            <Speaker channelId={donatorChannelId} name={donatorNickname} />
          )}{' '}
          {said.donated}
        </span>
        <strong>{won(Number(payAmount))}</strong>
      </div>
      {donationText !== '' && (
        <p dir="auto">
          <Spoken text={donationText} emojis={emojis} />
        </p>
      )}
    </li>
  )
}

function Subscribed({
  event: { subscriberChannelId, subscriberNickname, tierName, tierNo, month },
}: {
  event: SubscriptionEvent
}) {
  return (
    <li className="support subscribed">
      <div>
        <Speaker channelId={subscriberChannelId} name={subscriberNickname} /> <span>{said.subscribed(month)}</span>
      </div>
      <p className="small">
        <bdi>{tierName}</bdi> · {said.tier(tierNo)}
      </p>
    </li>
  )
}

const said = inLanguage({
  ko: {
    hidden: '숨겨진 메시지입니다',
    moderate: '관리하기',
    nobody: '익명',
    donated: '님이 후원했습니다',
    subscribed: (month: number) => (month === 1 ? '님이 구독을 시작했습니다' : `님이 ${month}개월째 구독 중입니다`),
    tier: (no: number) => `티어 ${no}`,
  },
  en: {
    hidden: 'This message is hidden',
    moderate: 'Moderate',
    nobody: 'Somebody',
    donated: 'donated',
    subscribed: (month: number) => (month === 1 ? 'subscribed' : `has subscribed for ${month} months`),
    tier: (no: number) => `tier ${no}`,
  },
})
