import { Button } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { localize } from '../../lib/language.ts'
import { ChatLine, type SelectMessage } from './chat-line.tsx'
import type { ChatFeed } from './chat-feed.ts'
import classes from './chat.module.css'

/** So near the end one still follows, in pixels. */
const followThresholdPx = 48

/** What was said. It follows the end; scrolled up it stands still, and says how much waits. */
export function ChatLines({ chat: feed, choose: onSelect }: { chat: ChatFeed; choose: SelectMessage }) {
  const { lines, pendingCount } = useSyncExternalStore(feed.subscribe, feed.getState)
  const [isFollowing, setFollowing] = useState(true)
  const scroller = useRef<HTMLDivElement>(null)

  useEffect(() => feed.setPaused(!isFollowing), [feed, isFollowing])
  useLayoutEffect(() => {
    if (isFollowing && scroller.current !== null) scroller.current.scrollTop = scroller.current.scrollHeight
  })

  const onScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = scroller.current as HTMLDivElement
    setFollowing(scrollHeight - scrollTop - clientHeight < followThresholdPx)
  }
  return (
    <div className={classes.lines}>
      <div
        className={classes.scroller}
        ref={scroller}
        onScroll={onScroll}
        role="log"
        aria-live="polite"
        aria-label={t.chat}
        tabIndex={0}
      >
        {lines.length === 0 ? (
          <p className={`soft small ${classes.empty}`}>{t.quiet}</p>
        ) : (
          <ul>
            {lines.map((line) => (
              <ChatLine key={line.key} line={line} choose={onSelect} />
            ))}
          </ul>
        )}
      </div>
      {!isFollowing && (
        <Button className={classes.newest} size="compact-sm" onClick={() => setFollowing(true)}>
          {pendingCount === 0 ? t.toTheEnd : t.waiting(pendingCount)}
        </Button>
      )}
    </div>
  )
}

const t = localize({
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
