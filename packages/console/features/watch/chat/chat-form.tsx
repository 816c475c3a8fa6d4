import { Button, CloseButton, Group, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useImperativeHandle, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { consoleApi, limits, type ChatEvent, type ViewerStatus } from '@onair/contract'
import { api, retryAfterSeconds } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { useRetryWait } from '../../../lib/use-retry-wait.ts'
import { language, strings } from '../../../locales/index.ts'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { viewerStatusQuery } from '../queries.ts'
import { formatCountdown, formatDuration } from '../durations.ts'
import { watchProofOf } from '../viewer-claims.ts'
import type { ChatInputProps } from './chat-input.tsx'
import { commandIn, isCommand } from './commands.ts'
import { nameEmoticons } from './message-text.tsx'
import { useChatBlock } from './use-chat-block.ts'
import { useCompletions } from './use-completions.tsx'
import classes from './chat.module.css'
import layout from '../../../ui/layout.module.css'

const { input: t, chatBlock: chatBlockMessages, line } = strings('watch')

const EmoticonPicker = lazy(() => import('./emoticon-picker.tsx'))

type Props = ChatInputProps & { viewer: ViewerStatus }

/** The message input of a signed-in viewer, or why they cannot chat. A sent message appears when the socket delivers it. */
export default function ChatForm({ ref, channel, feed, viewer, viewerUpdatedAt }: Props) {
  const { channelId, state } = channel
  const { chatSlowModeSec, chatEmojiMode } = state.chatSettings
  const hasChatRules = viewer.role === 'common_user'
  const isModerator = !hasChatRules
  const [draft, setDraft] = useDraft<string>('chat')
  const message = draft ?? ''
  const [isPicking, setPicking] = useState(false)
  const [replied, setReplied] = useState<ChatEvent | null>(null)
  const [waitUntil, setWaitUntil] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const queries = useQueryClient()
  const chatBlock = useChatBlock(viewer, viewerUpdatedAt, hasChatRules ? waitUntil : 0)
  const send = useMutation({
    mutationFn: ({ message, replyTo }: { message: string; replyTo: string | undefined }) =>
      api(consoleApi.channels.sendMessage, {
        pathParams: { channelId },
        body: { message, ...(replyTo !== undefined && { replyTo }), ...watchProofOf(channelId) },
      }),
    onSuccess: (_, sent) => {
      // Text typed while the message was sent stays.
      setDraft((current) => (current === sent.message ? null : current))
      setReplied((current) => (current?.eventId === sent.replyTo ? null : current))
      if (chatSlowModeSec > 0) setWaitUntil(Date.now() + chatSlowModeSec * 1_000)
    },
    onError: () => queries.fetchQuery({ ...viewerStatusQuery(channelId), staleTime: 0 }),
  })
  const command = useMutation({
    mutationFn: async (text: string) =>
      (await import('./run-command.ts')).runCommand(text, channelId, feed, isModerator),
    onSuccess: (_, text) => setDraft((current) => (current === text ? null : current)),
  })
  const completion = useCompletions({ text: message, feed, isModerator, setText: (text) => setDraft(() => text) })
  const retryMs = useRetryWait(send.error) * 1_000
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isCommand(message, isModerator)) {
      if (commandIn(message, isModerator) === 'help') setDraft(() => '/')
      else if (!command.isPending) command.mutate(message)
      return
    }
    command.reset()
    if (message.trim() !== '' && chatBlock === null && retryMs === 0 && !send.isPending)
      send.mutate({ message, replyTo: replied?.eventId })
  }
  const insertEmoticon = (id: string) => {
    setDraft((previous) => `${previous ?? ''}{:${id}:}`)
    input.current?.focus()
  }
  useImperativeHandle(ref, () => ({
    mention: ({ profile }) => {
      setDraft((previous) => `${previous === null ? '' : `${previous.trimEnd()} `}@${profile.nickname} `)
      input.current?.focus()
    },
    reply: (message) => {
      setReplied(message)
      input.current?.focus()
    },
  }))
  const onInputKey = (event: KeyboardEvent) => {
    if (completion.onKeyDown(event)) event.preventDefault()
    else closeOnEscape(event)
  }
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    if (isPicking) setPicking(false)
    else setReplied(null)
    input.current?.focus()
  }
  const waitMs = chatBlock?.leftMs ?? retryMs
  const timeLeft = formatDuration(waitMs, language)
  const hint = chatBlock
    ? chatBlockMessages[chatBlock.code](timeLeft)
    : retryMs > 0
      ? t.rateLimited(timeLeft)
      : hasChatRules && chatEmojiMode
        ? t.emoticonsOnly
        : null
  return (
    <form onSubmit={submit}>
      {hint !== null && (
        <Text size="sm" c="dimmed" px={4} pb="xs" id="chat-hint">
          {hint}
        </Text>
      )}
      {send.error && hint === null && retryAfterSeconds(send.error) === null && (
        <Text size="sm" c="red" px={4} pb="xs" role="alert">
          <ErrorText error={send.error} />
        </Text>
      )}
      {replied !== null && (
        <Group gap="xs" wrap="nowrap" pb="xs" className={classes.replyTo}>
          <blockquote className={`clip soft ${classes.reply}`} aria-label={line.replyTo(replied.profile.nickname)}>
            <bdi>{replied.profile.nickname}</bdi> {nameEmoticons(replied.content)}
          </blockquote>
          <CloseButton size="sm" aria-label={line.cancelReply} onClick={() => setReplied(null)} />
        </Group>
      )}
      <Text size="sm" c="dimmed" px={4} pb="xs" aria-live="polite" className={classes.done}>
        {command.data}
      </Text>
      {command.error && (
        <Text size="sm" c="red" px={4} pb="xs" role="alert">
          {command.error.name === 'CommandRefusal' ? command.error.message : <ErrorText error={command.error} />}
        </Text>
      )}
      {!command.error && completion.list}
      <Suspense>
        {isPicking && (
          <EmoticonPicker channel={channel} viewer={viewer} onPick={insertEmoticon} onKeyDown={closeOnEscape} />
        )}
      </Suspense>
      <Group gap={6} wrap="nowrap" className={classes.inputRow}>
        <EmoticonButton isOpen={isPicking} onToggle={() => setPicking(!isPicking)} onKeyDown={closeOnEscape} />
        <TextInput
          flex={1}
          miw={0}
          ref={input}
          onKeyDown={onInputKey}
          {...completion.inputProps}
          aria-label={t.message}
          aria-describedby={hint === null ? undefined : 'chat-hint'}
          placeholder={chatBlock?.leftMs === null ? '' : isModerator ? t.messageOrCommand : t.message}
          value={message}
          onChange={({ currentTarget: { value } }) => {
            setDraft(() => (value === '' ? null : value))
            if (command.error || command.data) command.reset()
          }}
          disabled={chatBlock !== null && chatBlock.leftMs === null}
          maxLength={limits.textInputLength}
          autoComplete="off"
          enterKeyHint="send"
        />
        <Button type="submit" disabled={chatBlock !== null || retryMs > 0 || message.trim() === ''} px="sm">
          {waitMs === 0 ? t.send : formatCountdown(waitMs)}
        </Button>
      </Group>
    </form>
  )
}

type EmoticonButtonProps = { isOpen: boolean; onToggle: () => void; onKeyDown: (event: KeyboardEvent) => void }

function EmoticonButton({ isOpen, onToggle, onKeyDown }: EmoticonButtonProps) {
  return (
    <button
      type="button"
      className={layout.iconButton}
      aria-label={t.emoticons}
      aria-expanded={isOpen}
      onKeyDown={onKeyDown}
      onClick={onToggle}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" className="icon">
        <circle cx="12" cy="12" r="9" />
        <path d="M8.5 14.5a4.5 4.5 0 0 0 7 0M9 9.5v.01M15 9.5v.01" />
      </svg>
    </button>
  )
}
