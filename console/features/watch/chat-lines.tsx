import { Button, Text } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { strings } from '../../locales/index.ts'
import { ChatLine, type SelectMessage } from './chat-line.tsx'
import type { ChatFeed } from './chat-feed.ts'
import classes from './chat.module.css'

const { chat: t } = strings('watch')

/** The list counts as scrolled to its end within this distance. */
const followThresholdPx = 48

/** The lines of the chat. It scrolls to new lines; when the viewer scrolls up, it pauses and counts the new lines. */
export function ChatLines({ feed, onSelect }: { feed: ChatFeed; onSelect: SelectMessage }) {
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
        aria-label={t.title}
        tabIndex={0}
      >
        {lines.length === 0 ? (
          <Text size="sm" c="dimmed" className={classes.empty}>
            {t.empty}
          </Text>
        ) : (
          <ul>
            {lines.map((line) => (
              <ChatLine key={line.key} line={line} onSelect={onSelect} />
            ))}
          </ul>
        )}
      </div>
      {!isFollowing && (
        <Button className={classes.newest} size="compact-sm" onClick={() => setFollowing(true)}>
          {pendingCount === 0 ? t.newest : t.newMessages(pendingCount)}
        </Button>
      )}
    </div>
  )
}
