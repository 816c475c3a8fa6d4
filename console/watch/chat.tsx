import { lazy, Suspense, useMemo, useState } from 'react'
import { ActionIcon } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { consoleModeration, type ChatEvent, type Standing } from '@onair/contract'
import { api } from '../api.ts'
import { inLanguage } from '../language.ts'
import type { SeenChannel } from './channel-queries.ts'
import { ChatLines } from './chat-lines.tsx'
import type { Feed } from './feed.ts'
import { Speak } from './speak.tsx'
import { Spoken } from './spoken.tsx'

const Moderate = lazy(() => import('./moderate.tsx'))

type Given = { channel: SeenChannel; chat: Feed; self: Standing | null; selfSince: number; isConnected: boolean }

/** The chat of a channel: its notice, what was said, and where one speaks. */
export function Chat({ channel, chat, self, selfSince, isConnected }: Given) {
  const keepsOrder = self !== null && self.role !== 'common_user'
  const [chosen, setChosen] = useState<ChatEvent | null>(null)
  const choose = useMemo(() => (keepsOrder ? setChosen : null), [keepsOrder])
  return (
    <section className="chat" aria-labelledby="chat">
      <h2 id="chat">
        {said.title}
        <span className="small soft" role="status">
          {isConnected ? '' : said.connecting}
        </span>
      </h2>
      {channel.shown.notice && <Notice channel={channel} notice={channel.shown.notice} keepsOrder={keepsOrder} />}
      <ChatLines chat={chat} choose={choose} />
      <Speak channel={channel} self={self} selfSince={selfSince} />
      {chosen && self && (
        <Suspense>
          <Moderate channelId={channel.channelId} message={chosen} self={self} close={() => setChosen(null)} />
        </Suspense>
      )}
    </section>
  )
}

type Noticed = { channel: SeenChannel; notice: NonNullable<SeenChannel['shown']['notice']>; keepsOrder: boolean }

function Notice({ channel: { channelId }, notice, keepsOrder }: Noticed) {
  const remove = useMutation({ mutationFn: () => api(consoleModeration.removeNotice, { inPath: { channelId } }) })
  return (
    <aside className="notice" aria-label={said.notice}>
      <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true" className="line">
        <path d="M9 4h6l-1 6 3 3H7l3-3zM12 13v7" />
      </svg>
      <p dir="auto">
        <Spoken text={notice.content} emojis={notice.emojis} />
      </p>
      {keepsOrder && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={said.removeNotice}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          <svg viewBox="0 0 24 24" width="14" height="14" aria-hidden="true" className="line">
            <path d="M6 6l12 12M18 6L6 18" />
          </svg>
        </ActionIcon>
      )}
    </aside>
  )
}

const said = inLanguage({
  ko: { title: '채팅', connecting: '연결하는 중', notice: '공지', removeNotice: '공지 내리기' },
  en: { title: 'Chat', connecting: 'Connecting', notice: 'Notice', removeNotice: 'Take the notice away' },
})
