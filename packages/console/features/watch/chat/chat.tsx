import { lazy, Suspense, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { CloseButton, Group, Text } from '@mantine/core'
import { IconExternalLink, IconSettings } from '../../../ui/first-icons.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ChatEvent, ViewerStatus } from '@onair/contract'
import { visitorQuery } from '../../../lib/visitor.ts'
import { loadStrings, strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import type { ChannelDetails } from '../queries.ts'
import type { useChannel } from '../use-channel.ts'
import { ChatLines } from './chat-lines.tsx'
import type { ChatFeed } from './chat-feed.ts'
import { useChatPreferences } from './chat-preferences.ts'
import { ChatInput, type ChatInputHandle } from './chat-input.tsx'
import { useHideDonation } from './use-hide-donation.ts'
import { useMutedPeople } from './muted-people.ts'
import { MessageText } from './message-text.tsx'
import classes from './chat.module.css'
import layout from '../../../ui/layout.module.css'

const { chat: t, preferences: preferenceTexts } = strings('watch')

const ViewersButton = lazy(() => import('./viewers-button.tsx'))
const ChatSettingsDialog = lazy(() => import('./chat-settings-dialog.tsx'))
const ChatProfileDialog = lazy(async () => {
  await loadStrings('about')
  return import('./chat-profile-dialog.tsx')
})
const StartPoll = lazy(async () => {
  await loadStrings('poll')
  return import('./start-poll.tsx')
})
const PollPanel = lazy(async () => {
  await loadStrings('poll')
  return import('./poll-panel.tsx')
})
const ModerationDialog = lazy(async () => {
  await Promise.all([loadStrings('moderation'), loadStrings('about')])
  return import('./moderation-dialog.tsx')
})

type Props = ReturnType<typeof useChannel> & {
  channel: ChannelDetails
  /** Beside the title of a chat that has a window of its own. */
  windowHead?: ReactNode
}

/** The chat of a channel: its notice, its messages and the input. */
export function Chat({ channel, feed, viewer, viewerUpdatedAt, isConnected, refusal, windowHead }: Props) {
  const isWindow = windowHead !== undefined
  const isModerator = viewer !== null && viewer.role !== 'common_user'
  // A role in running the site moderates every chat.
  const isStaff = useQuery(visitorQuery).data?.siteRole != null
  const [selected, setSelected] = useState<ChatEvent | null>(null)
  const [areSettingsOpen, setSettingsOpen] = useState(false)
  const preferences = useChatPreferences()
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
  const input = useRef<ChatInputHandle>(null)
  const { channelId: selfId, channelName: selfName } = viewer ?? {}
  const self = useMemo(
    () =>
      selfId === undefined || selfName === undefined || !preferences.marksMentions
        ? null
        : { channelId: selfId, channelName: selfName },
    [selfId, selfName, preferences.marksMentions],
  )
  const actions = useMemo(
    () => ({
      open: setSelected,
      reply: selfId === undefined ? null : (message: ChatEvent) => input.current?.reply(message),
      self,
      moderation:
        isModerator || isStaff ? { hide: hide.mutate, hideDonation: hideDonation.mutate, hidesStreamer } : null,
    }),
    [isModerator, isStaff, hidesStreamer, selfId, self, hide.mutate, hideDonation.mutate],
  )
  const settingsButton = useRef<HTMLButtonElement>(null)
  const close = () => {
    // The messages of a muted person, whose name had the focus, are gone.
    if (selected !== null && mutedIds.has(selected.senderChannelId)) settingsButton.current?.focus()
    setSelected(null)
  }
  const answer = (how: keyof ChatInputHandle, message: ChatEvent) => {
    setSelected(null)
    input.current?.[how](message)
  }
  return (
    <section
      className={classes.chat}
      aria-labelledby="chat"
      data-size={preferences.size}
      data-times={preferences.hasTimes || undefined}
    >
      <Group gap="xs" wrap="nowrap" className={classes.head}>
        <h2 id="chat">{t.title}</h2>
        {windowHead}
        <Text span size="sm" c="dimmed" role="status">
          {isConnected || refusal !== null ? '' : t.connecting}
        </Text>
        {isModerator && (
          <Suspense>
            <ViewersButton channelId={channel.channelId} />
            <StartPoll channelId={channel.channelId} />
          </Suspense>
        )}
        {!isWindow && (
          <button
            type="button"
            className={layout.iconButton}
            aria-label={t.openWindow}
            title={t.openWindow}
            onClick={() => openChatWindow(channel.channelId)}
          >
            <IconExternalLink size={17} stroke={1.75} aria-hidden="true" />
          </button>
        )}
        <button
          type="button"
          ref={settingsButton}
          className={layout.iconButton}
          aria-label={preferenceTexts.title}
          title={preferenceTexts.title}
          onClick={() => setSettingsOpen(true)}
        >
          <IconSettings size={17} stroke={1.75} aria-hidden="true" />
        </button>
      </Group>
      {refusal !== null && <ErrorAlert error={refusal} />}
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
      <ChatInput ref={input} channel={channel} feed={feed} viewer={viewer} viewerUpdatedAt={viewerUpdatedAt} />
      {selected && (
        <SenderDialog
          channelId={channel.channelId}
          feed={feed}
          message={selected}
          viewer={viewer}
          isStaff={isStaff}
          onAnswer={(how) => answer(how, selected)}
          onClose={close}
        />
      )}
      {areSettingsOpen && (
        <Suspense>
          <ChatSettingsDialog
            channelId={channel.channelId}
            isModerator={isModerator}
            isWindow={isWindow}
            onClose={() => setSettingsOpen(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** The window keeps what this one has confirmed and entered: it copies its storage. */
function openChatWindow(channelId: string) {
  window.open(`/watch/${channelId}/chat`, `chat-${channelId}`, 'popup,width=380,height=720')
}

type SenderDialogProps = {
  channelId: string
  feed: ChatFeed
  message: ChatEvent
  viewer: ViewerStatus | null
  isStaff: boolean
  onAnswer: (how: keyof ChatInputHandle) => void
  onClose: () => void
}

/** The sender of a message, for a moderator with the actions on both. */
function SenderDialog({ feed, viewer, isStaff, ...props }: SenderDialogProps) {
  const isHidden = useSyncExternalStore(feed.subscribe, () => feed.isHidden(props.message.eventId))
  const isOwn = props.message.senderChannelId === viewer?.channelId
  return (
    <Suspense>
      {viewer === null || (viewer.role === 'common_user' && !isStaff) ? (
        <ChatProfileDialog {...props} isGuest={viewer === null} isOwn={isOwn} isHidden={isHidden} />
      ) : (
        <ModerationDialog {...props} isHidden={isHidden} viewer={viewer} isStaff={isStaff} />
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
      <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true" className="icon">
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
