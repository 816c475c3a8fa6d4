import { VisuallyHidden } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { strings } from '../../../locales/index.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Chat } from '../chat/chat.tsx'
import { ChannelGate } from '../components/channel-gate.tsx'
import { LiveBadge } from '../components/live-badge.tsx'
import type { ChannelDetails } from '../queries.ts'
import { useChannel } from '../use-channel.ts'
import classes from './chat-window.module.css'

const { chat: t, player } = strings('watch')

/** The chat of a channel alone, for a window beside the video or the streaming program. */
export function ChatWindow() {
  const { channelId } = useParams({ from: '/watch/$channelId/chat' })
  return <ChannelGate channelId={channelId}>{(channel) => <ChatAlone channel={channel} />}</ChannelGate>
}

function ChatAlone({ channel }: { channel: ChannelDetails }) {
  return (
    <div className={classes.page}>
      <VisuallyHidden>
        <PageTitle>{t.windowTitle(channel.channelName)}</PageTitle>
      </VisuallyHidden>
      <Chat channel={channel} {...useChannel(channel.channelId)} windowHead={<WindowHead channel={channel} />} />
    </div>
  )
}

/** Which channel it is, and how many people watch it. */
function WindowHead({ channel: { channelId, channelName, state } }: { channel: ChannelDetails }) {
  return (
    <>
      <a className={`clip ${classes.channel}`} href={`/watch/${channelId}`} target="_blank" rel="noreferrer">
        {channelName}
      </a>
      {state.live !== null && <LiveBadge />}
      <span className={classes.viewers}>{state.live !== null && player.viewers(state.live.viewers)}</span>
    </>
  )
}
