import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { channelQuery, viewerStatusQuery } from './queries.ts'
import { ChannelStore, type ChannelCache } from './channel-store.ts'
import { ViewerSocket } from './viewer-socket.ts'

/** The chat of a watched channel and the status of its viewer. The socket is open while the component is mounted. */
export function useChannel(channelId: string) {
  const queries = useQueryClient()
  const [store] = useState(
    () =>
      new ChannelStore({
        cache: channelCache(queries, channelId),
        openSocket: (handlers) => new ViewerSocket(channelId, handlers),
        requestFrame: (callback) => requestAnimationFrame(callback),
      }),
  )
  useEffect(() => {
    store.start()
    return () => store.stop()
  }, [store])
  const isConnected = useSyncExternalStore(store.subscribe, store.isConnected)
  const refusal = useSyncExternalStore(store.subscribe, store.getRefusal)
  const viewer = useQuery({ ...viewerStatusQuery(channelId), enabled: false })
  return { feed: store.feed, isConnected, refusal, viewer: viewer.data ?? null, viewerUpdatedAt: viewer.dataUpdatedAt }
}

function channelCache(queries: QueryClient, channelId: string): ChannelCache {
  const channel = channelQuery(channelId)
  const viewer = viewerStatusQuery(channelId)
  return {
    getChannel: () => queries.getQueryData(channel.queryKey),
    setChannel: (data) => queries.setQueryData(channel.queryKey, data),
    fetchChannel: () => queries.fetchQuery({ ...channel, staleTime: 0 }),
    setViewer: (data) => queries.setQueryData(viewer.queryKey, data),
    fetchViewer: () => queries.fetchQuery({ ...viewer, staleTime: 0 }),
  }
}
