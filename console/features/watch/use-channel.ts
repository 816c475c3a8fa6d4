import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { channelQuery, viewerStatusQuery, type ChannelDetails } from './channel-queries.ts'
import { createChatFeed, type FeedSnapshot, type ChatFeed } from './chat-feed.ts'
import { openViewerSocket, type SocketMessage } from './viewer-socket.ts'

/** How many pages of a channel ask in one second, when something has all of them ask. */
const resyncsPerSecond = 1_000

/** The chat of a channel that is watched, and who one is there. The socket is open as long as this is used. */
export function useChannel(channelId: string) {
  const queries = useQueryClient()
  const [chat] = useState<ChatFeed>(() => createChatFeed((draw) => requestAnimationFrame(draw)))
  const [isConnected, setConnected] = useState(false)
  const viewerStatus = useQuery({ ...viewerStatusQuery(channelId), enabled: false })

  useEffect(() => {
    const { queryKey } = channelQuery(channelId)
    const applyChannel = (channel: ChannelDetails, snapshot: FeedSnapshot) => {
      chat.mergeRecent(channel.recent, snapshot)
      queries.setQueryData(viewerStatusQuery(channelId).queryKey, channel.self)
    }
    const cached = queries.getQueryData<ChannelDetails>(queryKey)
    if (cached !== undefined) applyChannel(cached, { keys: new Set(), hideCount: 0 })
    let awaitsFirstState = true
    /** What the socket has shown since the page was last read: it is newer than what the reading will answer. */
    let newestState: ChannelDetails['state'] | null = null
    let statusTimer: ReturnType<typeof setTimeout> | undefined
    let resyncTimer: ReturnType<typeof setTimeout> | undefined
    let viewers = 0

    const resync = async () => {
      const snapshot = chat.snapshot()
      newestState = null
      const channel = await queries.fetchQuery({ ...channelQuery(channelId), staleTime: 0 })
      applyChannel(channel, snapshot)
      if (newestState !== null) queries.setQueryData<ChannelDetails>(queryKey, { ...channel, state: newestState })
    }
    const randomDelayMs = () => (Math.random() * viewers * 1_000) / resyncsPerSecond
    // Where it cannot be read, the page goes on with what the socket tells.
    const scheduleResync = (delayMs: number) => {
      clearTimeout(resyncTimer)
      resyncTimer = setTimeout(() => void resync().catch(() => {}), delayMs)
    }
    const scheduleStatusRefresh = (delayMs: number) => {
      clearTimeout(statusTimer)
      statusTimer = setTimeout(() => {
        queries.fetchQuery({ ...viewerStatusQuery(channelId), staleTime: 0 }).catch(() => {})
      }, delayMs)
    }
    const onMessage = (message: SocketMessage) => {
      if (message[0] === 'CHAT' || message[0] === 'DONATION' || message[0] === 'SUBSCRIPTION')
        return chat.add({ type: message[0], event: message[1] } as Parameters<ChatFeed['add']>[0])
      if (message[0] === 'HIDDEN') return chat.hide(message[1])
      if (message[0] === 'VIEWER_STATUS') return scheduleStatusRefresh(0)
      if (message[0] === 'RESYNC') return scheduleResync(randomDelayMs())
      const cached = queries.getQueryData<ChannelDetails>(queryKey)
      const [, state] = message
      viewers = state.live?.viewers ?? 0
      if (awaitsFirstState) scheduleResync(0)
      else if (cached !== undefined) {
        newestState = state
        queries.setQueryData<ChannelDetails>(queryKey, { ...cached, state: state })
        if (JSON.stringify(cached.state.chatSettings) !== JSON.stringify(state.chatSettings))
          scheduleStatusRefresh(randomDelayMs())
      }
      awaitsFirstState = false
    }
    const socket = openViewerSocket(channelId, {
      onMessage,
      onOpenChange(isOpen) {
        setConnected(isOpen)
        if (!isOpen) awaitsFirstState = true
      },
    })
    return () => {
      clearTimeout(statusTimer)
      clearTimeout(resyncTimer)
      socket[Symbol.dispose]()
    }
  }, [channelId, chat, queries])

  return { chat, isConnected, viewer: viewerStatus.data ?? null, viewerUpdatedAt: viewerStatus.dataUpdatedAt }
}
