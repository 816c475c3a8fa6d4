import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { handleQuery } from '../about/queries.ts'
import { WatchPending } from '../components/channel-gate.tsx'
import { WatchedChannel } from '../components/watched-channel.tsx'

/** The live of a channel and its chat, at the short address of the channel. */
export function WatchHandle() {
  const { handle } = useParams({ from: '/@{$handle}' })
  const { data, error, refetch } = useQuery(handleQuery(handle))
  if (data) return <WatchedChannel key={data.channelId} channelId={data.channelId} />
  return <WatchPending error={error} refetch={() => void refetch()} />
}
