import { Button, Text } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { strings } from '../../../locales/index.ts'
import { ChatLine, type MessageActions } from './chat-line.tsx'
import { repliedOf, senderOf, type ChatFeed, type Line } from './chat-feed.ts'
import classes from './chat.module.css'

const { chat: t } = strings('watch')

/** The list counts as scrolled to its end within this distance. */
const followThresholdPx = 48

type Props = { feed: ChatFeed; actions: MessageActions; mutedIds: ReadonlySet<string>; isGuest: boolean }

/** The lines of the chat. It scrolls to new lines; when the viewer scrolls up, it pauses and counts the new lines. */
export function ChatLines({ feed, actions, mutedIds, isGuest }: Props) {
  const state = useSyncExternalStore(feed.subscribe, feed.getState)
  const isShown = (line: Line) => !mutedIds.has(senderOf(line))
  const lines = state.lines.filter(isShown)
  const pendingCount = state.pending.filter(isShown).length
  const [isFollowing, setFollowing] = useState(true)
  const scroller = useRef<HTMLDivElement>(null)
  const followedTop = useRef(0)

  useEffect(() => feed.setPaused(!isFollowing), [feed, isFollowing])
  useLayoutEffect(() => {
    const element = scroller.current
    if (!isFollowing || element === null) return
    // The viewer has scrolled up. The scroll event, which comes after this render, pauses the list.
    if (element.scrollTop < followedTop.current - followThresholdPx && !isAtEnd(element)) return
    element.scrollTop = element.scrollHeight
    followedTop.current = element.scrollTop
  })

  // The list becomes shorter when the emoticons open or a notice appears.
  useEffect(() => {
    const element = scroller.current
    if (!isFollowing || element === null) return undefined
    const observer = new ResizeObserver(() => {
      element.scrollTop = element.scrollHeight
      followedTop.current = element.scrollTop
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [isFollowing])

  const follow = () => {
    followedTop.current = 0
    setFollowing(true)
  }
  return (
    <div className={classes.lines}>
      <div
        className={classes.scroller}
        ref={scroller}
        onScroll={({ currentTarget }) => setFollowing(isAtEnd(currentTarget))}
        role="log"
        aria-live="polite"
        aria-label={t.title}
        tabIndex={0}
      >
        {lines.length === 0 ? (
          <Text px="md" py="xs" size="sm" c="dimmed">
            {isGuest ? t.emptyForGuest : t.empty}
          </Text>
        ) : (
          <ul>
            {lines.map((line) => (
              <ChatLine key={line.key} line={line} actions={actions} hidesReply={mutedIds.has(repliedOf(line) ?? '')} />
            ))}
          </ul>
        )}
      </div>
      {!isFollowing && (
        <Button className={classes.newest} size="compact-sm" onClick={follow}>
          {pendingCount === 0 ? t.newest : t.newMessages(pendingCount)}
        </Button>
      )}
    </div>
  )
}

function isAtEnd({ scrollTop, scrollHeight, clientHeight }: HTMLDivElement): boolean {
  return scrollHeight - scrollTop - clientHeight < followThresholdPx
}
