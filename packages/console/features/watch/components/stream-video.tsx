import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { strings } from '../../../locales/index.ts'
import { foreignEngine } from '../foreign-engine.ts'
import type { ChannelDetails } from '../queries.ts'
import { usePlaybackUrl } from '../video/use-playback-url.ts'
import { Playback } from '../playback.ts'
import classes from './player.module.css'

const { player: t } = strings('watch')

type Props = { channel: ChannelDetails; isPlaying: boolean; onPlayingChange: (isPlaying: boolean) => void }

/** The button covers the video, which is the same in both colour schemes. */
const unmuteColors = () => ({
  root: {
    '--button-bg': 'var(--video-bars)',
    '--button-hover': 'var(--video-hover)',
    '--button-color': 'var(--video-text)',
  },
})

/** The video of a media server of the operator, hidden until it plays. Browsers allow autoplay only when muted, so a button unmutes it. */
export default function StreamVideo({ channel, ...player }: Props) {
  const { url } = usePlaybackUrl(channel)
  return url === null ? null : <ForeignPlayer url={url} {...player} />
}

function ForeignPlayer({ url, isPlaying, onPlayingChange }: Omit<Props, 'channel'> & { url: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const [isMuted, setMuted] = useState(true)

  useEffect(() => {
    const playback = new Playback(video.current as HTMLVideoElement, url, foreignEngine, { onPlayingChange })
    return () => {
      playback[Symbol.dispose]()
      onPlayingChange(false)
    }
  }, [url, onPlayingChange])

  const unmute = () => {
    const { current } = video
    if (current === null) return
    current.muted = false
    if (current.volume === 0) current.volume = 1
  }
  return (
    <div className={classes.video} hidden={!isPlaying}>
      <video
        ref={video}
        aria-label={t.video}
        controls
        muted
        playsInline
        tabIndex={0}
        onVolumeChange={({ currentTarget: { muted, volume } }) => setMuted(muted || volume === 0)}
      />
      {isMuted && (
        <Button className={classes.unmute} size="compact-md" vars={unmuteColors} onClick={unmute}>
          <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" className="icon">
            <path d="M4 9.5v5h3.5L12 18V6L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5" />
          </svg>
          {t.unmute}
        </Button>
      )}
    </div>
  )
}
