import { Button, Group, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  lazy,
  Suspense,
  useImperativeHandle,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type Ref,
} from 'react'
import { consoleApi, limits, type ViewerStatus } from '@onair/contract'
import { api, retryAfterSeconds } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { useRetryWait } from '../../../lib/use-retry-wait.ts'
import { language, strings } from '../../../locales/index.ts'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { signInUrl } from '../../../lib/visitor.ts'
import { viewerStatusQuery, type ChannelDetails } from '../queries.ts'
import { formatCountdown, formatDuration } from '../durations.ts'
import { watchProofOf } from '../viewer-claims.ts'
import { useChatBlock } from './use-chat-block.ts'
import classes from './chat.module.css'
import layout from '../../../ui/layout.module.css'

const { input: t, chatBlock: chatBlockMessages } = strings('watch')

const EmoticonPicker = lazy(() => import('./emoticon-picker.tsx'))

/** The actions of the chat's input. */
export type ChatInputHandle = { mention: (name: string) => void }

type Props = {
  ref: Ref<ChatInputHandle>
  channel: ChannelDetails
  viewer: ViewerStatus | null
  viewerUpdatedAt: number
}

/** The message input, or why the viewer cannot chat. A sent message appears when the socket delivers it. */
export function ChatInput(props: Props) {
  return (
    <div className={classes.input}>
      {props.viewer === null ? (
        <p>
          <a href={signInUrl()}>{t.signIn}</a> {t.toChat}
        </p>
      ) : (
        <ChatForm {...props} viewer={props.viewer} />
      )}
    </div>
  )
}

function ChatForm({ ref, channel, viewer, viewerUpdatedAt }: Props & { viewer: ViewerStatus }) {
  const { channelId, state } = channel
  const { chatSlowModeSec, chatEmojiMode } = state.chatSettings
  const hasChatRules = viewer.role === 'common_user'
  const [draft, setDraft] = useDraft<string>('chat')
  const message = draft ?? ''
  const [isPicking, setPicking] = useState(false)
  const [waitUntil, setWaitUntil] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const queries = useQueryClient()
  const chatBlock = useChatBlock(viewer, viewerUpdatedAt, hasChatRules ? waitUntil : 0)
  const send = useMutation({
    mutationFn: (message: string) =>
      api(consoleApi.channels.sendMessage, {
        pathParams: { channelId },
        body: { message, ...watchProofOf(channelId) },
      }),
    onSuccess: (_, sent) => {
      // Text typed while the message was sent stays.
      setDraft((current) => (current === sent ? null : current))
      if (chatSlowModeSec > 0) setWaitUntil(Date.now() + chatSlowModeSec * 1_000)
    },
    onError: () => queries.fetchQuery({ ...viewerStatusQuery(channelId), staleTime: 0 }),
  })
  const retryMs = useRetryWait(send.error) * 1_000
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (message.trim() !== '' && chatBlock === null && retryMs === 0 && !send.isPending) send.mutate(message)
  }
  const insertEmoticon = (id: string) => {
    setDraft((previous) => `${previous ?? ''}{:${id}:}`)
    input.current?.focus()
  }
  useImperativeHandle(ref, () => ({
    mention: (name) => {
      setDraft((previous) => `${previous === null ? '' : `${previous.trimEnd()} `}@${name} `)
      input.current?.focus()
    },
  }))
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isPicking) return
    setPicking(false)
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
          onKeyDown={closeOnEscape}
          aria-label={t.message}
          aria-describedby={hint === null ? undefined : 'chat-hint'}
          placeholder={chatBlock?.leftMs === null ? '' : t.message}
          value={message}
          onChange={({ currentTarget: { value } }) => setDraft(() => (value === '' ? null : value))}
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
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" className={layout.icon}>
        <circle cx="12" cy="12" r="9" />
        <path d="M8.5 14.5a4.5 4.5 0 0 0 7 0M9 9.5v.01M15 9.5v.01" />
      </svg>
    </button>
  )
}
