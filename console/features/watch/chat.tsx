import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { CloseButton, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { consoleApi, type ChatEvent, type ViewerStatus } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { strings } from '../../locales/index.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import type { ChannelDetails } from './channel-queries.ts'
import { ChatLines } from './chat-lines.tsx'
import type { ChatFeed } from './chat-feed.ts'
import { ChatInput, type ChatInputHandle } from './chat-input.tsx'
import { MessageText } from './message-text.tsx'
import classes from './chat.module.css'
import layout from '../../ui/layout.module.css'

const { chat: t } = strings('watch')

const ChatProfileDialog = lazy(() => import('./chat-profile-dialog.tsx'))
const ModerationDialog = lazy(() => import('./moderation-dialog.tsx'))

type Props = {
  channel: ChannelDetails
  feed: ChatFeed
  viewer: ViewerStatus | null
  viewerUpdatedAt: number
  isConnected: boolean
}

/** The chat of a channel: its notice, its messages and the input. */
export function Chat({ channel, feed, viewer, viewerUpdatedAt, isConnected }: Props) {
  const isSignedIn = viewer !== null
  const isModerator = isSignedIn && viewer.role !== 'common_user'
  const [selected, setSelected] = useState<ChatEvent | null>(null)
  const hide = useMutation({
    mutationFn: ({ eventId }: ChatEvent) =>
      api(consoleApi.moderation.hideMessage, { pathParams: { channelId: channel.channelId, messageId: eventId } }),
  })
  const isStreamer = viewer?.role === 'streamer'
  const actions = useMemo(
    () =>
      isSignedIn ? { open: setSelected, moderation: isModerator ? { hide: hide.mutate, isStreamer } : null } : null,
    [isSignedIn, isModerator, isStreamer, hide.mutate],
  )
  const input = useRef<ChatInputHandle>(null)
  const mention = ({ profile }: ChatEvent) => {
    setSelected(null)
    input.current?.mention(profile.nickname)
  }
  return (
    <section className={classes.chat} aria-labelledby="chat">
      <h2 id="chat">
        {t.title}
        <Text span size="sm" c="dimmed" role="status">
          {isConnected ? '' : t.connecting}
        </Text>
      </h2>
      {channel.state.notice && <Notice channel={channel} notice={channel.state.notice} isModerator={isModerator} />}
      <ChatLines feed={feed} actions={actions} isGuest={viewer === null} />
      {hide.error && <ErrorAlert error={hide.error} retry={() => hide.variables && hide.mutate(hide.variables)} />}
      <ChatInput ref={input} channel={channel} viewer={viewer} viewerUpdatedAt={viewerUpdatedAt} />
      {selected && viewer && (
        <SenderDialog
          channelId={channel.channelId}
          message={selected}
          viewer={viewer}
          onMention={() => mention(selected)}
          onClose={() => setSelected(null)}
        />
      )}
    </section>
  )
}

type SenderDialogProps = {
  channelId: string
  message: ChatEvent
  viewer: ViewerStatus
  onMention: () => void
  onClose: () => void
}

/** The sender of a message, for a moderator with the actions on both. */
function SenderDialog({ onMention, ...props }: SenderDialogProps) {
  const { message, viewer } = props
  const mention = message.senderChannelId === viewer.channelId ? null : onMention
  return (
    <Suspense>
      {viewer.role === 'common_user' ? (
        <ChatProfileDialog {...props} onMention={mention} />
      ) : (
        <ModerationDialog {...props} onMention={mention} />
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
    mutationFn: () => api(consoleApi.moderation.deleteNotice, { pathParams: { channelId } }),
  })
  return (
    <aside className={classes.notice} aria-label={t.notice}>
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
    </aside>
  )
}
