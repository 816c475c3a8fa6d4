import { memo } from 'react'
import type { ChatEvent, DonationEvent, SubscriptionEvent } from '@onair/contract'
import { localize } from '../../lib/language.ts'
import type { Line } from './chat-feed.ts'
import { SenderName } from './sender-name.tsx'
import { MessageText } from './message-text.tsx'
import { formatWon } from './format.ts'
import classes from './chat.module.css'

/** Something to be done about what somebody said; null for those who keep no order here. */
export type SelectMessage = ((message: ChatEvent) => void) | null

export const ChatLine = memo(function ChatLine({ line, choose: onSelect }: { line: Line; choose: SelectMessage }) {
  const { entry, isHidden } = line
  if (entry.type === 'DONATION') return <DonationLine event={entry.event} />
  if (entry.type === 'SUBSCRIPTION') return <SubscriptionLine event={entry.event} />
  return isHidden ? (
    <li className={classes.hidden}>{t.hidden}</li>
  ) : (
    <MessageLine event={entry.event} choose={onSelect} />
  )
})

function MessageLine({ event, choose: onSelect }: { event: ChatEvent; choose: SelectMessage }) {
  const { senderChannelId, profile, content, emojis } = event
  const sender = (
    <SenderName
      channelId={senderChannelId}
      name={profile.nickname}
      badges={profile.badges}
      verified={profile.verifiedMark}
    />
  )
  return (
    <li>
      {onSelect === null ? (
        sender
      ) : (
        <button type="button" className={classes.plainButton} onClick={() => onSelect(event)} title={t.moderate}>
          {sender}
        </button>
      )}{' '}
      <span dir="auto">
        <MessageText text={content} emojis={emojis} />
      </span>
    </li>
  )
}

function DonationLine({
  event: { donatorChannelId, donatorNickname, payAmount, donationText, emojis },
}: {
  event: DonationEvent
}) {
  return (
    <li className={`${classes.payment} ${classes.donation}`}>
      <div>
        <span>
          {donatorChannelId === null ? (
            <b>{t.nobody}</b>
          ) : (
            <SenderName channelId={donatorChannelId} name={donatorNickname} />
          )}{' '}
          {t.donated}
        </span>
        <strong>{formatWon(Number(payAmount))}</strong>
      </div>
      {donationText !== '' && (
        <p dir="auto">
          <MessageText text={donationText} emojis={emojis} />
        </p>
      )}
    </li>
  )
}

function SubscriptionLine({
  event: { subscriberChannelId, subscriberNickname, tierName, tierNo, month },
}: {
  event: SubscriptionEvent
}) {
  return (
    <li className={`${classes.payment} ${classes.subscription}`}>
      <div>
        <SenderName channelId={subscriberChannelId} name={subscriberNickname} /> <span>{t.subscribed(month)}</span>
      </div>
      <p className="small">
        <bdi>{tierName}</bdi> · {t.tier(tierNo)}
      </p>
    </li>
  )
}

const t = localize({
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
