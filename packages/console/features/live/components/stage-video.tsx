import { useEffect, useRef, useState } from 'react'
import { lowLatencyEngine } from '../../watch/video/low-latency-engine.ts'
import { Playback } from '../../watch/playback.ts'
import classes from './stage.module.css'

/** The picture of the live, without sound: the overlays are over it. `onPlayingChange`: whether there is one. */
export default function StageVideo({
  url,
  onPlayingChange,
}: {
  url: string
  onPlayingChange: (isPlaying: boolean) => void
}) {
  const video = useRef<HTMLVideoElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  useEffect(() => {
    const element = video.current as HTMLVideoElement
    element.muted = true
    const playback = new Playback(element, url, lowLatencyEngine, {
      onPlayingChange: (isNow) => {
        setPlaying(isNow)
        onPlayingChange(isNow)
      },
      onAttempt: () => {},
      onAutoplayRefused: () => {},
    })
    return () => {
      playback[Symbol.dispose]()
      onPlayingChange(false)
    }
  }, [url, onPlayingChange])
  return <video ref={video} className={classes.video} hidden={!isPlaying} muted playsInline aria-hidden="true" />
}
