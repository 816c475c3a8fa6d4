import { useEffect, useRef, useState } from 'react'
import { strings } from '../../../locales/index.ts'
import { Playback } from '../playback.ts'
import { Controls } from './controls.tsx'
import { readVolume } from './kept-volume.ts'
import { lowLatencyEngine, type LiveAttempt } from './low-latency-engine.ts'
import { PlayerCommands } from './player-commands.ts'
import { useLiveFigures, type LiveFigures } from './use-live-figures.ts'
import { useMediaState, type MediaState } from './use-media-state.ts'
import { VideoFrame } from './video-frame.tsx'
import classes from './video-frame.module.css'

const t = strings('video')

type Props = {
  /** A further address is of the same video. */
  url: string
  isPlaying: boolean
  onPlayingChange: (isPlaying: boolean) => void
  /** No picture arrives from the streamer. */
  isInterrupted: boolean
  isMuted?: boolean
  isTheatre: boolean
  /** Absent where the page has no other layout. */
  onTheatreChange?: (isTheatre: boolean) => void
}

/** The video of a live of this server with its controls. Hidden until it plays. */
export function LivePlayer({ url, isPlaying, onPlayingChange, isInterrupted, isMuted = false, ...theatre }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const latestUrl = useRef(url)
  const [playback, setPlayback] = useState<Playback<LiveAttempt> | null>(null)
  const [attempt, setAttempt] = useState<LiveAttempt | null>(null)
  const [isAutoplayRefused, setAutoplayRefused] = useState(false)
  const [isUnsupported, setUnsupported] = useState(false)
  const media = useMediaState(video)
  const figures = useLiveFigures(video, attempt)

  useEffect(() => {
    const element = video.current as HTMLVideoElement
    Object.assign(element, readVolume(), isMuted && { muted: true })
    const created = new Playback(element, latestUrl.current, lowLatencyEngine, {
      onPlayingChange,
      onAttempt: (next) =>
        setAttempt((failed) => {
          if (failed?.isUnsupported()) setUnsupported(true)
          return next
        }),
      onAutoplayRefused: () => setAutoplayRefused(true),
    })
    setPlayback(created)
    return () => {
      created[Symbol.dispose]()
      onPlayingChange(false)
    }
  }, [onPlayingChange, isMuted])
  useEffect(() => {
    latestUrl.current = url
    playback?.renew(url)
  }, [playback, url])
  useEffect(() => playback?.setSourceInterrupted(isInterrupted), [playback, isInterrupted])

  const commands = new PlayerCommands(video, playback)
  const isBlocked = isAutoplayRefused && media.isPaused
  const isShown = isPlaying || isUnsupported
  const problem = isUnsupported ? 'unsupported' : isPlaying ? problemOf(figures, isInterrupted) : null
  return (
    <VideoFrame
      video={video}
      attributes={{ 'aria-label': t.video }}
      media={media}
      commands={commands}
      isHidden={!isShown}
      mayHideControls={isPlaying}
      isWaiting={media.isWaiting && !isInterrupted}
      isToStart={isBlocked}
      {...theatre}
    >
      <p className={classes.state} role="status" data-shown={problem !== null || undefined}>
        {isShown && (problem === null ? stateOf(media, isBlocked) : t.problems[problem])}
      </p>
      {isPlaying && <Controls media={media} live={{ figures, attempt }} commands={commands} {...theatre} />}
    </VideoFrame>
  )
}

/** Why the picture stands still or is poor, or null. */
function problemOf({ isOffline, isSlow }: LiveFigures, isInterrupted: boolean) {
  if (isOffline) return 'offline'
  if (isInterrupted) return 'interrupted'
  return isSlow ? 'slow' : null
}

/** For screen readers. */
function stateOf({ isPaused, isWaiting, isMuted }: MediaState, isBlocked: boolean) {
  if (isBlocked) return t.states.blocked
  if (isPaused) return t.states.paused
  if (isWaiting) return t.states.waiting
  return isMuted ? t.states.playingMuted : t.states.playing
}
