import { Group, Text } from '@mantine/core'
import { IconEyeOff, IconReply } from '../../../ui/first-icons.tsx'
import { memo, type ReactNode } from 'react'
import type { ChatEvent, DonationEvent, RepliedMessage, SubscriptionEvent, SubscriptionGift } from '@onair/contract'
import { minuteFormat } from '../../../lib/time-format.ts'
import { strings } from '../../../locales/index.ts'
import type { Line } from './chat-feed.ts'
import { SenderName } from './sender-name.tsx'
import { isAbout, type Self } from './mentions.ts'
import { MessageText, nameEmoticons } from './message-text.tsx'
import classes from './chat.module.css'
import layout from '../../../ui/layout.module.css'

const { line: t, won } = strings('watch')

/** `open` shows the sender of a message, and `reply` answers it; null where nothing does. `self` is the viewer whose mentions have a mark. Moderators hide messages and donations; of them, only streamers hide their own messages. */
export type MessageActions = {
  open: ((message: ChatEvent) => void) | null
  reply: ((message: ChatEvent) => void) | null
  self: Self | null
  moderation: {
    hide: (message: ChatEvent) => void
    hideDonation: (donation: DonationEvent) => void
    hidesStreamer: boolean
  } | null
}

/** `hidesReply`: the viewer muted the person to whom the message replies. */
type LineProps = { line: Line; actions: MessageActions; hidesReply: boolean }

/** A line of the chat. */
export const ChatLine = memo(function ChatLine({ line, actions, hidesReply }: LineProps) {
  const { entry, isHidden } = line
  const time = <SentAt at={line.at} />
  if (entry.type === 'SUBSCRIPTION') return <SubscriptionLine event={entry.event} time={time} />
  if (entry.type === 'GIFT') return <GiftLine gift={entry.event} time={time} self={actions.self} />
  if (isHidden) return <li className="soft">{t.hidden[entry.type]}</li>
  return entry.type === 'DONATION' ? (
    <DonationLine event={entry.event} time={time} actions={actions} />
  ) : (
    <MessageLine event={entry.event} reply={hidesReply ? undefined : entry.reply} time={time} actions={actions} />
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

type MessageProps = {
  event: ChatEvent
  reply: RepliedMessage | undefined
  time: ReactNode
  actions: MessageActions
}

function MessageLine({ event, reply, time, actions: { open, reply: replyTo, self, moderation } }: MessageProps) {
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
    <li data-mention={(self !== null && isAbout(self, event, reply)) || undefined}>
      {reply && (
        <blockquote className={`clip soft ${classes.reply}`} aria-label={t.replyTo(reply.senderName)}>
          <bdi>{reply.senderName}</bdi> {reply.content === null ? t.hidden.CHAT : nameEmoticons(reply.content)}
        </blockquote>
      )}
      {open === null ? (
        sender
      ) : (
        <button
          type="button"
          className={layout.plainButton}
          onClick={() => open(event)}
          title={moderation === null ? t.profile : t.moderate}
        >
          {sender}
        </button>
      )}{' '}
      <span dir="auto">
        <MessageText text={content} emojis={emojis} />
      </span>
      {time}
      {replyTo && (
        <button
          type="button"
          className={`${layout.iconButton} ${classes.action}`}
          aria-label={t.replyTo(profile.nickname)}
          title={t.reply}
          onClick={() => replyTo(event)}
        >
          <IconReply size={15} stroke={1.75} aria-hidden="true" />
        </button>
      )}
      {moderation && (profile.userRoleCode !== 'streamer' || moderation.hidesStreamer) && (
        <HideButton label={t.hideOf(profile.nickname)} title={t.hide} onClick={() => moderation.hide(event)} />
      )}
    </li>
  )
}

function HideButton({ label, title, onClick }: { label: string; title: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className={`${layout.iconButton} ${classes.action}`}
      aria-label={label}
      title={title}
      onClick={onClick}
    >
      <IconEyeOff size={15} stroke={1.75} aria-hidden="true" />
    </button>
  )
}

type DonationProps = { event: DonationEvent; time: ReactNode; actions: MessageActions }

function DonationLine({ event, time, actions: { moderation } }: DonationProps) {
  const { donatorChannelId, donatorNickname, payAmount, donationText, emojis } = event
  const name = donatorChannelId === '' ? t.anonymous : donatorNickname
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
      {moderation && (
        <HideButton
          label={t.hideDonationOf(name)}
          title={t.hideDonation}
          onClick={() => moderation.hideDonation(event)}
        />
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

/** The gift has a mark where it reached the viewer. */
function GiftLine({ gift, time, self }: { gift: SubscriptionGift; time: ReactNode; self: Self | null }) {
  const { giver, count, receivers } = gift
  const [receiver] = receivers
  const [gave, aSubscription] = t.gaveOne
  return (
    <li
      className={`${classes.payment} ${classes.subscription}`}
      data-mention={receivers.some(({ channelId }) => channelId === self?.channelId) || undefined}
    >
      <div>
        <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true" className={`icon ${classes.gift}`}>
          <path d="M4 8h16v4H4zM6 12v9h12v-9M12 8v13M12 8C6 8 6 3 9 3s3 5 3 5 0-5 3-5 3 5-3 5" />
        </svg>{' '}
        {giver === null ? <b>{t.anonymous}</b> : <SenderName channelId={giver.channelId} name={giver.channelName} />}
        {count === 1 && receiver !== undefined ? (
          <>
            {gave}
            <SenderName channelId={receiver.channelId} name={receiver.channelName} />
            {aSubscription}
          </>
        ) : (
          t.gave(count)
        )}{' '}
        {time}
      </div>
      {count > 1 && <p>{t.receivers(receivers.map(({ channelName }) => channelName).join(', '))}</p>}
    </li>
  )
}
