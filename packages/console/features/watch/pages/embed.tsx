import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { isNotFound } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Avatar } from '../components/avatar.tsx'
import { Player } from '../components/player.tsx'
import { channelQuery, type ChannelDetails } from '../queries.ts'
import { useChannel } from '../use-channel.ts'
import { WatchPending } from '../components/channel-gate.tsx'
import classes from './embed.module.css'

const { embed: t } = strings('about')

/**
 * The player of a channel in a page of another site. All its links open a page of their own: nothing else of this site can be
 * framed.
 */
export function Embed() {
  const { channelId } = useParams({ from: '/embed/$channelId' })
  const { data: channel, error, refetch } = useQuery(channelQuery(channelId))
  if (channel?.watchBlock === null && !channel.state.adult) return <EmbeddedPlayer channel={channel} />
  if (channel !== undefined) return <OutsideOnly channelId={channelId} />
  if (error !== null && isNotFound(error)) return <div className={`screen ${classes.page}`}>{t.notFound}</div>
  return <WatchPending error={error} refetch={() => void refetch()} />
}

/** Its socket counts the visitor as a viewer. */
function EmbeddedPlayer({ channel }: { channel: ChannelDetails }) {
  useChannel(channel.channelId)
  const { channelId, channelName, channelImageUrl, state } = channel
  return (
    <div className={`screen ${classes.page}`}>
      <Player channel={channel} hasTheatre={false} />
      <a className={classes.owner} href={`/watch/${channelId}`} target="_blank" rel="noopener">
        <Avatar name={channelName} imageUrl={channelImageUrl} size="small" />
        <PageTitle>{channelName}</PageTitle>
        {state.live !== null && state.title !== null && <bdi>{state.title}</bdi>}
      </a>
    </div>
  )
}

function OutsideOnly({ channelId }: { channelId: string }) {
  return (
    <div className={`screen ${classes.page}`}>
      <Text>{t.notHere}</Text>
      <a href={`/watch/${channelId}`} target="_blank" rel="noopener">
        {t.open}
      </a>
    </div>
  )
}
