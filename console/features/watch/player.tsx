import { useState } from 'react'
import { localize } from '../../lib/language.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { ChannelDetails } from './channel-queries.ts'
import { StreamVideo } from './stream-video.tsx'
import { formatCount } from './format.ts'
import classes from './player.module.css'
import { LiveBadge } from './live-badge.tsx'

/** Where the picture stands, or why there is none: an operator may have named no media server, and it may have no picture yet. */
export function Player({ channel: { channelName, state: states } }: { channel: ChannelDetails }) {
  const { live } = states
  const [isPlaying, setPlaying] = useState(false)
  /** Of which broadcast there was a picture: what was there once has broken off, and its place stays. */
  const [lastPlayedLiveId, setLastPlayedLiveId] = useState<number | null>(null)
  if (isPlaying && live !== null && lastPlayedLiveId !== live.liveId) setLastPlayedLiveId(live.liveId)
  const isInterrupted = !isPlaying && live !== null && lastPlayedLiveId === live.liveId
  const playbackUrl = live?.playbackUrl ?? null
  return (
    <section
      className={classes.player}
      aria-label={t.player}
      data-live={live !== null || undefined}
      data-picture={isPlaying || undefined}
      data-broken={isInterrupted || undefined}
    >
      <svg viewBox="0 0 32 32" width="56" height="56" aria-hidden="true">
        <circle cx="16" cy="16" r="5" />
        <path d="M7.5 7.5a12 12 0 0 0 0 17M24.5 7.5a12 12 0 0 1 0 17" />
      </svg>
      {live ? (
        <p>
          <b>{isInterrupted ? t.broken : t.onAir}</b>
          <span>{playbackUrl === null ? t.noServer : isInterrupted ? t.brokenNext : t.noPicture}</span>
        </p>
      ) : (
        <p>
          <b>{t.offAir(channelName)}</b>
          <span>{t.offAirAbout}</span>
        </p>
      )}
      {live && playbackUrl !== null && (
        <StreamVideo key={live.liveId} url={playbackUrl} isPlaying={isPlaying} onPlayingChange={setPlaying} />
      )}
      {live && (
        <div className={classes.overlay}>
          <LiveBadge />
          <span>{t.viewers(live.viewers)}</span>
          <span className={classes.startedAt}>
            <RelativeTime at={live.openedDate} />
          </span>
        </div>
      )}
    </section>
  )
}

const t = localize({
  ko: {
    player: '방송 화면',
    onAir: '방송 중입니다',
    broken: '영상이 끊겼습니다',
    brokenNext: '다시 들어오면 바로 이어집니다. 채팅은 그대로 할 수 있습니다.',
    noPicture: '아직 영상이 없습니다. 영상이 들어오면 바로 보여 드립니다.',
    noServer: '연결된 영상이 없습니다. 채팅은 그대로 할 수 있습니다.',
    offAir: (name: string) => `${name} 채널은 지금 방송하지 않습니다`,
    offAirAbout: '방송이 시작되면 이 화면이 바로 바뀝니다.',
    viewers: (count: number) => `${formatCount(count)}명 시청 중`,
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
    viewers: (count: number) => (count === 1 ? '1 viewer' : `${formatCount(count)} viewers`),
  },
})
