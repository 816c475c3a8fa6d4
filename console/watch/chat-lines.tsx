import { Button } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { inLanguage } from '../language.ts'
import { ChatLine, type Choose } from './chat-line.tsx'
import type { Feed } from './feed.ts'

/** So near the end one still follows, in pixels. */
const nearPx = 48

/** What was said. It follows the end; scrolled up it stands still, and says how much waits. */
export function ChatLines({ chat, choose }: { chat: Feed; choose: Choose }) {
  const { lines, waiting } = useSyncExternalStore(chat.listen, chat.shown)
  const [isFollowing, setFollowing] = useState(true)
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => chat.hold(!isFollowing), [chat, isFollowing])
  useLayoutEffect(() => {
    if (isFollowing && place.current !== null) place.current.scrollTop = place.current.scrollHeight
  })

  const look = () => {
    const { scrollTop, scrollHeight, clientHeight } = place.current as HTMLDivElement
    setFollowing(scrollHeight - scrollTop - clientHeight < nearPx)
  }
  return (
    <div className="lines">
      <div
        className="scroller"
        ref={place}
        onScroll={look}
        role="log"
        aria-live="polite"
        aria-label={said.chat}
        tabIndex={0}
      >
        {lines.length === 0 ? (
          <p className="soft small quiet">{said.quiet}</p>
        ) : (
          <ul>
            {lines.map((line) => (
              <ChatLine key={line.key} line={line} choose={choose} />
            ))}
          </ul>
        )}
      </div>
      {!isFollowing && (
        <Button className="newest" size="compact-sm" onClick={() => setFollowing(true)}>
          {waiting === 0 ? said.toTheEnd : said.waiting(waiting)}
        </Button>
      )}
    </div>
  )
}

const said = inLanguage({
  ko: {
    chat: '채팅',
    quiet: '아직 아무도 말하지 않았습니다. 먼저 인사해 보세요.',
    toTheEnd: '맨 아래로',
    waiting: (count: number) => `새 메시지 ${count}개`,
  },
  en: {
    chat: 'Chat',
    quiet: 'Nobody has said anything yet. Say hello first.',
    toTheEnd: 'To the latest',
    waiting: (count: number) => (count === 1 ? '1 new message' : `${count} new messages`),
  },
})
