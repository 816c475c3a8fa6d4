import { Group, Text } from '@mantine/core'
import { IconEyeOff } from '../../../ui/icons.tsx'
import { memo, type ReactNode } from 'react'
import type { ChatEvent, DonationEvent, SubscriptionEvent } from '@onair/contract'
import { minuteFormat } from '../../../lib/time-format.ts'
import { strings } from '../../../locales/index.ts'
import type { Line } from './chat-feed.ts'
import { SenderName } from './sender-name.tsx'
import { MessageText } from './message-text.tsx'
import classes from './chat.module.css'
import layout from '../../../ui/layout.module.css'

const { line: t, won } = strings('watch')

/** `open` shows the sender of a message. Moderators hide messages beside them; only streamers hide their own. */
export type MessageActions = {
  open: (message: ChatEvent) => void
  moderation: { hide: (message: ChatEvent) => void; isStreamer: boolean } | null
}

/** A line of the chat. */
export const ChatLine = memo(function ChatLine({ line, actions }: { line: Line; actions: MessageActions }) {
  const { entry, isHidden } = line
  const time = <SentAt at={line.at} />
  if (entry.type === 'DONATION') return <DonationLine event={entry.event} time={time} />
  if (entry.type === 'SUBSCRIPTION') return <SubscriptionLine event={entry.event} time={time} />
  return isHidden ? (
    <li className={classes.hidden}>{t.hidden}</li>
  ) : (
    <MessageLine event={entry.event} time={time} actions={actions} />
  )
})

/** Screen readers always read it. Others see it under the pointer or with the focus. */
function SentAt({ at }: { at: number }) {
  return (
    <time className={classes.time} dateTime={new Date(at).toISOString()}>
      {minuteFormat.format(at)}
    </time>
  )
}

type MessageProps = { event: ChatEvent; time: ReactNode; actions: MessageActions }

function MessageLine({ event, time, actions: { open, moderation } }: MessageProps) {
  const { senderChannelId, profile, content, emojis } = event
  return (
    <li>
      <button
        type="button"
        className={layout.plainButton}
        onClick={() => open(event)}
        title={moderation === null ? t.profile : t.moderate}
      >
        <SenderName
          channelId={senderChannelId}
          name={profile.nickname}
          badges={profile.badges}
          verified={profile.verifiedMark}
        />
      </button>{' '}
      <span dir="auto">
        <MessageText text={content} emojis={emojis} />
      </span>
      {time}
      {moderation && (profile.userRoleCode !== 'streamer' || moderation.isStreamer) && (
        <button
          type="button"
          className={`${layout.iconButton} ${classes.hide}`}
          aria-label={t.hideOf(profile.nickname)}
          title={t.hide}
          onClick={() => moderation.hide(event)}
        >
          <IconEyeOff size={15} stroke={1.75} aria-hidden="true" />
        </button>
      )}
    </li>
  )
}

function DonationLine({
  event: { donatorChannelId, donatorNickname, payAmount, donationText, emojis },
  time,
}: {
  event: DonationEvent
  time: ReactNode
}) {
  return (
    <li className={`${classes.payment} ${classes.donation}`}>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <span>
          {donatorChannelId === '' ? (
            <b>{t.anonymous}</b>
          ) : (
            <SenderName channelId={donatorChannelId} name={donatorNickname} />
          )}
          {t.donated} {time}
        </span>
        <strong>{won(Number(payAmount))}</strong>
      </Group>
      {donationText !== '' && (
        <p dir="auto">
          <MessageText text={donationText} emojis={emojis} />
        </p>
      )}
    </li>
  )
}

function SubscriptionLine({
  event: { subscriberChannelId, subscriberNickname, tierNo, month },
  time,
}: {
  event: SubscriptionEvent
  time: ReactNode
}) {
  return (
    <li className={`${classes.payment} ${classes.subscription}`}>
      <div>
        <SenderName channelId={subscriberChannelId} name={subscriberNickname} />
        <span>{t.subscribed(month)}</span>
      </div>
      <Text size="sm">
        {t.tier(tierNo)} {time}
      </Text>
    </li>
  )
}
