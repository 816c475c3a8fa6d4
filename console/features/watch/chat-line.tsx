import { Text } from '@mantine/core'
import { memo } from 'react'
import type { ChatEvent, DonationEvent, SubscriptionEvent } from '@onair/contract'
import { strings } from '../../locales/index.ts'
import type { Line } from './chat-feed.ts'
import { SenderName } from './sender-name.tsx'
import { MessageText } from './message-text.tsx'
import classes from './chat.module.css'

const { line: t, won } = strings('watch')

/** Opens the moderation dialog of a message; null for viewers who are not moderators. */
export type SelectMessage = ((message: ChatEvent) => void) | null

export const ChatLine = memo(function ChatLine({ line, onSelect }: { line: Line; onSelect: SelectMessage }) {
  const { entry, isHidden } = line
  if (entry.type === 'DONATION') return <DonationLine event={entry.event} />
  if (entry.type === 'SUBSCRIPTION') return <SubscriptionLine event={entry.event} />
  return isHidden ? (
    <li className={classes.hidden}>{t.hidden}</li>
  ) : (
    <MessageLine event={entry.event} onSelect={onSelect} />
  )
})

function MessageLine({ event, onSelect }: { event: ChatEvent; onSelect: SelectMessage }) {
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
          {donatorChannelId === '' ? (
            <b>{t.anonymous}</b>
          ) : (
            <SenderName channelId={donatorChannelId} name={donatorNickname} />
          )}{' '}
          {t.donated}
        </span>
        <strong>{won(Number(payAmount))}</strong>
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
      <Text size="sm">
        <bdi>{tierName}</bdi> · {t.tier(tierNo)}
      </Text>
    </li>
  )
}
