import { useParams } from '@tanstack/react-router'
import { WatchedChannel } from '../components/watched-channel.tsx'

/** The live of a channel and its chat. */
export function Watch() {
  const { channelId } = useParams({ from: '/watch/$channelId' })
  return <WatchedChannel key={channelId} channelId={channelId} />
}
