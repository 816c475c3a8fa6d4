import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { isNotFound } from '../../lib/api.ts'
import { localize } from '../../lib/language.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ChannelInfo } from './channel-info.tsx'
import { channelQuery, type ChannelDetails } from './channel-queries.ts'
import { Chat } from './chat.tsx'
import { Player } from './player.tsx'
import { hasConfirmedAge, confirmAge } from './adult-gate.ts'
import { useChannel } from './use-channel.ts'
import classes from './watch.module.css'
import layout from '../../ui/layout.module.css'

/** A channel as a viewer has it: the broadcast, and its chat. */
export function Watch() {
  const { channelId } = useParams({ from: '/watch/$channelId' })
  return <Channel key={channelId} channelId={channelId} />
}

function Channel({ channelId }: { channelId: string }) {
  const [isAgeConfirmed, setAgeConfirmed] = useState(hasConfirmedAge)
  const { data: channel, error, refetch } = useQuery(channelQuery(channelId))
  if (channel?.state.adult && !isAgeConfirmed)
    return (
      <AdultGate
        yes={() => {
          confirmAge()
          setAgeConfirmed(true)
        }}
      />
    )
  if (channel) return <ChannelRoom channel={channel} />
  if (error)
    return isNotFound(error) ? <ChannelNotFound /> : <ErrorAlert error={error} refetch={() => void refetch()} />
  return <Loading />
}

/** Whoever sees this is counted as a viewer. */
function ChannelRoom({ channel }: { channel: ChannelDetails }) {
  const { chat, isConnected, viewer, viewerUpdatedAt } = useChannel(channel.channelId)
  return (
    <div className={classes.page}>
      <div className={classes.stage}>
        <Player channel={channel} />
        <ChannelInfo channel={channel} viewer={viewer} />
      </div>
      <Chat channel={channel} feed={chat} viewer={viewer} viewerUpdatedAt={viewerUpdatedAt} isConnected={isConnected} />
    </div>
  )
}

function ChannelNotFound() {
  return (
    <div className={layout.emptyState}>
      <PageTitle>{t.noChannel}</PageTitle>
      <p className="soft">{t.noChannelAbout}</p>
      <ButtonLink to="/watch">{t.no}</ButtonLink>
    </div>
  )
}

function AdultGate({ yes: onConfirm }: { yes: () => void }) {
  return (
    <div className={layout.emptyState}>
      <PageTitle>{t.adults}</PageTitle>
      <p className="soft">{t.adultsAbout}</p>
      <div className={classes.ageActions}>
        <Button onClick={onConfirm}>{t.yes}</Button>
        <ButtonLink to="/watch" variant="default">
          {t.no}
        </ButtonLink>
      </div>
    </div>
  )
}

const t = localize({
  ko: {
    noChannel: '채널이 없습니다',
    noChannelAbout: '주소가 잘못되었을 수 있습니다.',
    adults: '19세 이상만 볼 수 있는 방송입니다',
    adultsAbout: '스트리머가 연령 제한을 걸었습니다. 이 창을 닫을 때까지 다시 묻지 않습니다.',
    yes: '19세 이상입니다',
    no: '다른 방송 보기',
  },
  en: {
    noChannel: 'There is no such channel',
    noChannelAbout: 'Its address may be wrong.',
    adults: 'This broadcast is for adults',
    adultsAbout: 'The streamer has set an age restriction. You are not asked again until you close this window.',
    yes: 'I am 19 or older',
    no: 'See other broadcasts',
  },
})
