import './watch.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { isNotFound } from '../api.ts'
import { inLanguage } from '../language.ts'
import { Failed } from '../parts/failed.tsx'
import { ButtonLink } from '../parts/links.tsx'
import { Loading } from '../parts/loading.tsx'
import { Title } from '../parts/title.tsx'
import { About } from '../watch/about.tsx'
import { channelQuery, type SeenChannel } from '../watch/channel-queries.ts'
import { Chat } from '../watch/chat.tsx'
import { Player } from '../watch/player.tsx'
import { isGrownUp, sayGrownUp } from '../watch/grown-up.ts'
import { useChannel } from '../watch/use-channel.ts'

/** A channel as a viewer has it: the broadcast, and its chat. */
export function Watch() {
  const { channelId } = useParams({ from: '/watch/$channelId' })
  return <Watched key={channelId} channelId={channelId} />
}

function Watched({ channelId }: { channelId: string }) {
  const [mayWatch, setMayWatch] = useState(isGrownUp)
  const { data: channel, error, refetch } = useQuery(channelQuery(channelId))
  if (channel?.shown.adult && !mayWatch)
    return (
      <AskAge
        yes={() => {
          sayGrownUp()
          setMayWatch(true)
        }}
      />
    )
  if (channel) return <Room channel={channel} />
  if (error) return isNotFound(error) ? <NoChannel /> : <Failed error={error} readAgain={() => void refetch()} />
  return <Loading />
}

/** Whoever sees this is counted as a viewer. */
function Room({ channel }: { channel: SeenChannel }) {
  const { chat, isConnected, self, selfSince } = useChannel(channel.channelId)
  return (
    <div className="watch">
      <div className="stage">
        <Player channel={channel} />
        <About channel={channel} self={self} />
      </div>
      <Chat channel={channel} chat={chat} self={self} selfSince={selfSince} isConnected={isConnected} />
    </div>
  )
}

function NoChannel() {
  return (
    <div className="card nothing">
      <Title>{said.noChannel}</Title>
      <p className="soft">{said.noChannelAbout}</p>
      <ButtonLink to="/watch">{said.no}</ButtonLink>
    </div>
  )
}

function AskAge({ yes }: { yes: () => void }) {
  return (
    <div className="card nothing">
      <Title>{said.adults}</Title>
      <p className="soft">{said.adultsAbout}</p>
      <div className="ask-age">
        <Button onClick={yes}>{said.yes}</Button>
        <ButtonLink to="/watch" variant="default">
          {said.no}
        </ButtonLink>
      </div>
    </div>
  )
}

const said = inLanguage({
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
