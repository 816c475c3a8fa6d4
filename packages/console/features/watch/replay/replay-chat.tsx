import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { repliedOf, senderOf, toLine, type Line } from '../chat/chat-feed.ts'
import { ChatLine } from '../chat/chat-line.tsx'
import { useMutedPeople } from '../chat/muted-people.ts'
import { replayChatQuery, windowMs, type ReplayedEntry } from './queries.ts'
import classes from '../chat/chat.module.css'

const t = strings('replay')

/** The next window of chat is loaded so long before it is needed. */
const aheadMs = 15_000
const maxLines = 200
const followThresholdPx = 48
const actions = { open: null, reply: null, self: null, moderation: null }

type Props = { channelId: string; recordingId: string; positionMs: number }

/** The chat of a broadcast as it was at a position of its recording. */
export function ReplayChat({ channelId, recordingId, positionMs }: Props) {
  const index = Math.floor(positionMs / windowMs)
  const recording = { channelId, recordingId }
  const before = useQuery(replayChatQuery(recording, index - 1))
  const current = useQuery(replayChatQuery(recording, index))
  useQuery({ ...replayChatQuery(recording, index + 1), enabled: positionMs > (index + 1) * windowMs - aheadMs })
  const muted = useMutedPeople()
  const mutedIds = useMemo(() => new Set(muted.map((person) => person.channelId)), [muted])
  const lines = useMemo(() => toLines(before.data, current.data), [before.data, current.data])
  const shown = lines.filter((line) => line.positionMs <= positionMs && !mutedIds.has(senderOf(line))).slice(-maxLines)

  const scroller = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(true)
  useLayoutEffect(() => {
    const { current: element } = scroller
    if (element !== null && isFollowing.current) element.scrollTop = element.scrollHeight
  })
  return (
    <section className={classes.chat} aria-labelledby="chat">
      <Group gap="xs" wrap="nowrap" className={classes.head}>
        <h2 id="chat">{t.chat}</h2>
      </Group>
      {current.error && <ErrorAlert error={current.error} refetch={() => void current.refetch()} />}
      <div className={classes.lines}>
        <div
          className={classes.scroller}
          ref={scroller}
          onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
            (isFollowing.current = scrollHeight - scrollTop - clientHeight < followThresholdPx)
          }
          role="log"
          aria-label={t.chat}
          tabIndex={0}
        >
          {shown.length === 0 ? (
            <Text px="md" py="xs" size="sm" c="dimmed">
              {t.emptyChat}
            </Text>
          ) : (
            <ul>
              {shown.map((line) => (
                <ChatLine
                  key={line.key}
                  line={line}
                  actions={actions}
                  hidesReply={mutedIds.has(repliedOf(line) ?? '')}
                />
              ))}
            </ul>
          )}
        </div>
      </div>
    </section>
  )
}

function toLines(...windows: (readonly ReplayedEntry[] | undefined)[]): (Line & { positionMs: number })[] {
  return windows.flatMap((entries = []) => entries.map(({ positionMs, entry }) => ({ ...toLine(entry), positionMs })))
}
