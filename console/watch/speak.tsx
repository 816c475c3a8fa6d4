import { ActionIcon, Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { consoleChannels, type Standing } from '@onair/contract'
import { api } from '../api.ts'
import { inLanguage } from '../language.ts'
import { Reason } from '../parts/reason.tsx'
import { signInAt } from '../visitor.ts'
import { standingQuery, type SeenChannel } from './channel-queries.ts'
import { lasting, silenceWords } from './silence-words.ts'
import { useSilence } from './use-silence.ts'

type Given = { channel: SeenChannel; self: Standing | null; selfSince: number }

/** Where one speaks, or why one may not. One's own words come back with those of the others. */
export function Speak(given: Given) {
  return (
    <div className="speak">
      {given.self === null ? (
        <p>
          <a href={signInAt()}>{said.signIn}</a> {said.toChat}
        </p>
      ) : (
        <SpeakForm {...given} self={given.self} />
      )}
    </div>
  )
}

function SpeakForm({ channel, self, selfSince }: Given & { self: Standing }) {
  const { channelId, emoticons, shown } = channel
  const { chatSlowModeSec, chatEmojiMode } = shown.chatSettings
  const isBoundByRules = self.role === 'common_user'
  const [words, setWords] = useState('')
  const [isPicking, setPicking] = useState(false)
  const [waitUntil, setWaitUntil] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const queries = useQueryClient()
  const silence = useSilence(self, selfSince, isBoundByRules ? waitUntil : 0)
  const send = useMutation({
    mutationFn: (message: string) => api(consoleChannels.speak, { inPath: { channelId }, body: { message } }),
    onSuccess: (_, sent) => {
      // What was typed meanwhile stays.
      setWords((now) => (now === sent ? '' : now))
      if (chatSlowModeSec > 0) setWaitUntil(Date.now() + chatSlowModeSec * 1_000)
    },
    onError: () => queries.fetchQuery({ ...standingQuery(channelId), staleTime: 0 }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (words.trim() !== '' && silence === null && !send.isPending) send.mutate(words)
  }
  const pick = (id: string) => {
    setWords((before) => `${before}{:${id}:}`)
    input.current?.focus()
  }
  const left = silence?.leftMs == null ? '' : lasting(silence.leftMs)
  const hint = silence ? silenceWords[silence.why](left) : isBoundByRules && chatEmojiMode ? said.onlyEmoticons : null
  return (
    <form onSubmit={submit}>
      {hint !== null && (
        <p className="hint small" id="speak-hint">
          {hint}
        </p>
      )}
      {send.error && hint === null && (
        <p className="hint small bad" role="alert">
          <Reason error={send.error} />
        </p>
      )}
      {isPicking && (
        <div className="emoticons" role="group" aria-label={said.emoticons}>
          {Object.entries(emoticons).map(([id, url]) => (
            <button type="button" key={id} className="plain" onClick={() => pick(id)} aria-label={`:${id}:`}>
              <img src={url} alt="" width="28" height="28" />
            </button>
          ))}
        </div>
      )}
      <div className="speak-row">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={said.emoticons}
          aria-expanded={isPicking}
          onClick={() => setPicking(!isPicking)}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" className="line">
            <circle cx="12" cy="12" r="9" />
            <path d="M8.5 14.5a4.5 4.5 0 0 0 7 0M9 9.5v.01M15 9.5v.01" />
          </svg>
        </ActionIcon>
        <TextInput
          ref={input}
          className="words"
          aria-label={said.message}
          aria-describedby={hint === null ? undefined : 'speak-hint'}
          placeholder={silence?.leftMs === null ? '' : said.message}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          disabled={silence !== null && silence.leftMs === null}
          maxLength={400}
          autoComplete="off"
          enterKeyHint="send"
        />
        <Button type="submit" disabled={silence !== null || words.trim() === ''} px="sm">
          {silence?.leftMs == null ? said.send : countdown(silence.leftMs)}
        </Button>
      </div>
    </form>
  )
}

/** `9`, `1:05`: how long yet, on the button. */
function countdown(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return seconds < 60
    ? String(seconds)
    : seconds < 3_600
      ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
      : '…'
}

const said = inLanguage({
  ko: {
    signIn: '로그인',
    toChat: '하면 채팅할 수 있습니다.',
    message: '메시지 보내기',
    send: '보내기',
    emoticons: '이모티콘',
    onlyEmoticons: '지금은 이모티콘만 보낼 수 있습니다.',
  },
  en: {
    signIn: 'Sign in',
    toChat: 'to chat.',
    message: 'Say something',
    send: 'Send',
    emoticons: 'Emoticons',
    onlyEmoticons: 'Only emoticons may be sent now.',
  },
})
