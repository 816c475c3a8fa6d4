import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { localize } from '../../lib/language.ts'
import { startPlayback } from './playback.ts'
import classes from './player.module.css'
import layout from '../../ui/layout.module.css'

type Props = { url: string; isPlaying: boolean; onPlayingChange: (isPlaying: boolean) => void }

/** The picture of a broadcast, out of sight until there is one. Browsers begin it without sound; a press brings that. */
export function StreamVideo({ url, isPlaying, onPlayingChange }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const [isMuted, setMuted] = useState(true)

  useEffect(() => {
    const playback = startPlayback(video.current as HTMLVideoElement, url, onPlayingChange)
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
        aria-label={t.picture}
        controls
        muted
        playsInline
        tabIndex={0}
        onVolumeChange={({ currentTarget: { muted, volume } }) => setMuted(muted || volume === 0)}
      />
      {isMuted && (
        <Button className={classes.unmute} size="compact-md" color="dark" variant="filled" onClick={unmute}>
          <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" className={layout.icon}>
            <path d="M4 9.5v5h3.5L12 18V6L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5" />
          </svg>
          {t.unmute}
        </Button>
      )}
    </div>
  )
}

const t = localize({
  ko: { picture: '방송 영상', unmute: '소리 켜기' },
  en: { picture: 'Picture of the broadcast', unmute: 'Turn the sound on' },
})
