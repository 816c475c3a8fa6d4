import { lazy, Suspense, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { CloseButton, Group, Text } from '@mantine/core'
import { IconMessageOff } from '../../../ui/first-icons.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ChatEvent, ViewerStatus } from '@onair/contract'
import { visitorQuery } from '../../../lib/visitor.ts'
import { loadStrings, strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import type { ChannelDetails } from '../queries.ts'
import { ChatLines } from './chat-lines.tsx'
import type { ChatFeed } from './chat-feed.ts'
import { ChatInput, type ChatInputHandle } from './chat-input.tsx'
import { useHideDonation } from './use-hide-donation.ts'
import { useMutedPeople } from './muted-people.ts'
import { MessageText } from './message-text.tsx'
import classes from './chat.module.css'
import layout from '../../../ui/layout.module.css'

const { chat: t, mute } = strings('watch')

const ChatProfileDialog = lazy(() => import('./chat-profile-dialog.tsx'))
const MutedPeopleDialog = lazy(() => import('./muted-people-dialog.tsx'))
const StartPoll = lazy(async () => {
  await loadStrings('poll')
  return import('./start-poll.tsx')
})
const PollPanel = lazy(async () => {
  await loadStrings('poll')
  return import('./poll-panel.tsx')
})
const ModerationDialog = lazy(async () => {
  await loadStrings('moderation')
  return import('./moderation-dialog.tsx')
})

type Props = {
  channel: ChannelDetails
  feed: ChatFeed
  viewer: ViewerStatus | null
  viewerUpdatedAt: number
  isConnected: boolean
}

/** The chat of a channel: its notice, its messages and the input. */
export function Chat({ channel, feed, viewer, viewerUpdatedAt, isConnected }: Props) {
  const isModerator = viewer !== null && viewer.role !== 'common_user'
  // A role in running the site moderates every chat.
  const isStaff = useQuery(visitorQuery).data?.siteRole != null
  const [selected, setSelected] = useState<ChatEvent | null>(null)
  const [isMutedListOpen, setMutedListOpen] = useState(false)
  const muted = useMutedPeople()
  // Moderators see what they moderate.
  const mutedIds = useMemo(
    () => new Set(isModerator ? [] : muted.map(({ channelId }) => channelId)),
    [isModerator, muted],
  )
  const hide = useMutation({
    mutationFn: async ({ eventId }: ChatEvent) =>
      (await import('./moderation-calls.ts')).hideMessage(channel.channelId, eventId),
  })
  const hideDonation = useHideDonation(channel.channelId)
  const hidesStreamer = isStaff || viewer?.role === 'streamer'
  const actions = useMemo(
    () => ({
      open: setSelected,
      moderation:
        isModerator || isStaff ? { hide: hide.mutate, hideDonation: hideDonation.mutate, hidesStreamer } : null,
    }),
    [isModerator, isStaff, hidesStreamer, hide.mutate, hideDonation.mutate],
  )
  const input = useRef<ChatInputHandle>(null)
  const mutedButton = useRef<HTMLButtonElement>(null)
  const close = () => {
    // The messages of a muted person, whose name had the focus, are gone.
    if (selected !== null && mutedIds.has(selected.senderChannelId)) mutedButton.current?.focus()
    setSelected(null)
  }
  const mention = ({ profile }: ChatEvent) => {
    setSelected(null)
    input.current?.mention(profile.nickname)
  }
  return (
    <section className={classes.chat} aria-labelledby="chat">
      <Group gap="xs" wrap="nowrap" className={classes.head}>
        <h2 id="chat">{t.title}</h2>
        <Text span size="sm" c="dimmed" role="status">
          {isConnected ? '' : t.connecting}
        </Text>
        {isModerator && (
          <Suspense>
            <StartPoll channelId={channel.channelId} />
          </Suspense>
        )}
        {!isModerator && (
          <button
            type="button"
            ref={mutedButton}
            className={layout.iconButton}
            aria-label={mute.people}
            title={mute.people}
            onClick={() => setMutedListOpen(true)}
          >
            <IconMessageOff size={17} stroke={1.75} aria-hidden="true" />
          </button>
        )}
      </Group>
      {channel.state.notice && <Notice channel={channel} notice={channel.state.notice} isModerator={isModerator} />}
      {channel.state.poll && (
        <Suspense>
          <PollPanel
            key={channel.state.poll.pollId}
            channelId={channel.channelId}
            poll={channel.state.poll}
            viewer={viewer}
            canModerate={isModerator || isStaff}
          />
        </Suspense>
      )}
      <ChatLines feed={feed} actions={actions} mutedIds={mutedIds} isGuest={viewer === null} />
      {hide.error && <ErrorAlert error={hide.error} retry={() => hide.variables && hide.mutate(hide.variables)} />}
      {hideDonation.error && (
        <ErrorAlert
          error={hideDonation.error}
          retry={() => hideDonation.variables && hideDonation.mutate(hideDonation.variables)}
        />
      )}
      <ChatInput ref={input} channel={channel} viewer={viewer} viewerUpdatedAt={viewerUpdatedAt} />
      {selected && (
        <SenderDialog
          channelId={channel.channelId}
          feed={feed}
          message={selected}
          viewer={viewer}
          isStaff={isStaff}
          onMention={() => mention(selected)}
          onClose={close}
        />
      )}
      {isMutedListOpen && (
        <Suspense>
          <MutedPeopleDialog onClose={() => setMutedListOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}

type SenderDialogProps = {
  channelId: string
  feed: ChatFeed
  message: ChatEvent
  viewer: ViewerStatus | null
  isStaff: boolean
  onMention: () => void
  onClose: () => void
}

/** The sender of a message, for a moderator with the actions on both. */
function SenderDialog({ feed, viewer, isStaff, onMention, ...props }: SenderDialogProps) {
  const isHidden = useSyncExternalStore(feed.subscribe, () => feed.isHidden(props.message.eventId))
  const isOwn = props.message.senderChannelId === viewer?.channelId
  return (
    <Suspense>
      {viewer === null || (viewer.role === 'common_user' && !isStaff) ? (
        <ChatProfileDialog {...props} isGuest={viewer === null} isOwn={isOwn} onMention={onMention} />
      ) : (
        <ModerationDialog
          {...props}
          isHidden={isHidden}
          viewer={viewer}
          isStaff={isStaff}
          onMention={isOwn ? null : onMention}
        />
      )}
    </Suspense>
  )
}

type NoticeProps = {
  channel: ChannelDetails
  notice: NonNullable<ChannelDetails['state']['notice']>
  isModerator: boolean
}

function Notice({ channel: { channelId }, notice, isModerator }: NoticeProps) {
  const remove = useMutation({
    mutationFn: async () => (await import('./moderation-calls.ts')).deleteNotice(channelId),
  })
  return (
    <Group
      component="aside"
      align="flex-start"
      gap={10}
      wrap="nowrap"
      px="md"
      py={10}
      className={`${layout.warning} ${classes.notice}`}
      aria-label={t.notice}
    >
      <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true" className={layout.icon}>
        <path d="M9 4h6l-1 6 3 3H7l3-3zM12 13v7" />
      </svg>
      <p dir="auto">
        <MessageText text={notice.content} emojis={notice.emojis} />
      </p>
      {isModerator && (
        <CloseButton
          size={24}
          aria-label={t.removeNotice}
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
        />
      )}
    </Group>
  )
}
