import { Badge } from '@mantine/core'
import { useState } from 'react'
import { inLanguage } from '../language.ts'
import { Moment } from '../parts/moment.tsx'
import type { SeenChannel } from './channel-queries.ts'
import { Picture } from './picture.tsx'
import { many } from './won.ts'

/** Where the picture stands, or why there is none: an operator may have named no media server, and it may have no picture yet. */
export function Player({ channel: { channelName, shown } }: { channel: SeenChannel }) {
  const { live } = shown
  const [isThere, setThere] = useState(false)
  /** Of which broadcast there was a picture: what was there once has broken off, and its place stays. */
  const [seen, setSeen] = useState<number | null>(null)
  if (isThere && live !== null && seen !== live.liveId) setSeen(live.liveId)
  const isBroken = !isThere && live !== null && seen === live.liveId
  const playbackUrl = live?.playbackUrl ?? null
  return (
    <section
      className="player"
      aria-label={said.player}
      data-live={live !== null || undefined}
      data-picture={isThere || undefined}
      data-broken={isBroken || undefined}
    >
      <svg viewBox="0 0 32 32" width="56" height="56" aria-hidden="true">
        <circle cx="16" cy="16" r="5" />
        <path d="M7.5 7.5a12 12 0 0 0 0 17M24.5 7.5a12 12 0 0 1 0 17" />
      </svg>
      {live ? (
        <p>
          <b>{isBroken ? said.broken : said.onAir}</b>
          <span>{playbackUrl === null ? said.noServer : isBroken ? said.brokenNext : said.noPicture}</span>
        </p>
      ) : (
        <p>
          <b>{said.offAir(channelName)}</b>
          <span>{said.offAirAbout}</span>
        </p>
      )}
      {live && playbackUrl !== null && (
        <Picture key={live.liveId} url={playbackUrl} isThere={isThere} show={setThere} />
      )}
      {live && (
        <div className="over">
          <Badge variant="filled" className="live-badge">
            LIVE
          </Badge>
          <span>{said.viewers(live.viewers)}</span>
          <span className="since">
            <Moment at={live.openedDate} />
          </span>
        </div>
      )}
    </section>
  )
}

const said = inLanguage({
  ko: {
    player: '방송 화면',
    onAir: '방송 중입니다',
    broken: '영상이 끊겼습니다',
    brokenNext: '다시 들어오면 바로 이어집니다. 채팅은 그대로 할 수 있습니다.',
    noPicture: '아직 영상이 없습니다. 영상이 들어오면 바로 보여 드립니다.',
    noServer: '연결된 영상이 없습니다. 채팅은 그대로 할 수 있습니다.',
    offAir: (name: string) => `${name} 채널은 지금 방송하지 않습니다`,
    offAirAbout: '방송이 시작되면 이 화면이 바로 바뀝니다.',
    viewers: (count: number) => `${many(count)}명 시청 중`,
  },
  en: {
    player: 'Player',
    onAir: 'On the air',
    broken: 'The picture broke off',
    brokenNext: 'It goes on by itself as soon as there is one again. The chat works all the same.',
    noPicture: 'No picture yet. It is shown here as soon as there is one.',
    noServer: 'No picture is connected. The chat works all the same.',
    offAir: (name: string) => `${name} is off the air`,
    offAirAbout: 'This page changes by itself when a broadcast begins.',
    viewers: (count: number) => (count === 1 ? '1 viewer' : `${many(count)} viewers`),
  },
})
