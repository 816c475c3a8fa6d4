import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { channelQuery, standingQuery, type SeenChannel } from './channel-queries.ts'
import { feed, type Asked, type Feed } from './feed.ts'
import { keepSocket, type Told } from './socket.ts'

/** How many pages of a channel ask in one second, when something has all of them ask. */
const askersPerSecond = 1_000

/** The chat of a channel that is watched, and who one is there. The socket is open as long as this is used. */
export function useChannel(channelId: string) {
  const queries = useQueryClient()
  const [chat] = useState<Feed>(() => feed((draw) => requestAnimationFrame(draw)))
  const [isConnected, setConnected] = useState(false)
  const standing = useQuery({ ...standingQuery(channelId), enabled: false })

  useEffect(() => {
    const { queryKey } = channelQuery(channelId)
    const put = (read: SeenChannel, asked: Asked) => {
      chat.catchUp(read.recent, asked)
      queries.setQueryData(standingQuery(channelId).queryKey, read.self)
    }
    const known = queries.getQueryData<SeenChannel>(queryKey)
    if (known !== undefined) put(known, { keys: new Set(), hidings: 0 })
    let isFirst = true
    /** What the socket has shown since the page was last read: it is newer than what the reading will answer. */
    let newer: SeenChannel['shown'] | null = null
    let lookLater: ReturnType<typeof setTimeout> | undefined
    let readLater: ReturnType<typeof setTimeout> | undefined
    let viewers = 0

    const readAgain = async () => {
      const asked = chat.asking()
      newer = null
      const read = await queries.fetchQuery({ ...channelQuery(channelId), staleTime: 0 })
      put(read, asked)
      if (newer !== null) queries.setQueryData<SeenChannel>(queryKey, { ...read, shown: newer })
    }
    const amongAll = () => (Math.random() * viewers * 1_000) / askersPerSecond
    // Where it cannot be read, the page goes on with what the socket tells.
    const readSoon = (afterMs: number) => {
      clearTimeout(readLater)
      readLater = setTimeout(() => void readAgain().catch(() => {}), afterMs)
    }
    const lookAtStanding = (afterMs: number) => {
      clearTimeout(lookLater)
      lookLater = setTimeout(() => {
        queries.fetchQuery({ ...standingQuery(channelId), staleTime: 0 }).catch(() => {})
      }, afterMs)
    }
    const hear = (told: Told) => {
      if (told[0] === 'CHAT' || told[0] === 'DONATION' || told[0] === 'SUBSCRIPTION')
        return chat.add({ type: told[0], event: told[1] } as Parameters<Feed['add']>[0])
      if (told[0] === 'HIDDEN') return chat.hide(told[1])
      if (told[0] === 'STANDING') return lookAtStanding(0)
      if (told[0] === 'AGAIN') return readSoon(amongAll())
      const before = queries.getQueryData<SeenChannel>(queryKey)
      const [, shown] = told
      viewers = shown.live?.viewers ?? 0
      if (isFirst) readSoon(0)
      else if (before !== undefined) {
        newer = shown
        queries.setQueryData<SeenChannel>(queryKey, { ...before, shown })
        if (JSON.stringify(before.shown.chatSettings) !== JSON.stringify(shown.chatSettings)) lookAtStanding(amongAll())
      }
      isFirst = false
    }
    const socket = keepSocket(channelId, {
      hear,
      isOpen(open) {
        setConnected(open)
        if (!open) isFirst = true
      },
    })
    return () => {
      clearTimeout(lookLater)
      clearTimeout(readLater)
      socket[Symbol.dispose]()
    }
  }, [channelId, chat, queries])

  return { chat, isConnected, self: standing.data ?? null, selfSince: standing.dataUpdatedAt }
}
