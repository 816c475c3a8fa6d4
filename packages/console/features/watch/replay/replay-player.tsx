import { Loader, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { strings } from '../../../locales/index.ts'
import { IconPlayerPlay } from '../../../ui/icons.tsx'
import { formatLength } from '../durations.ts'
import { Controls } from '../video/controls.tsx'
import { findKeyAction } from '../video/key-actions.ts'
import { readVolume } from '../video/kept-volume.ts'
import controls from '../video/live-player.module.css'
import { PlayerCommands } from '../video/player-commands.ts'
import { useIdle } from '../video/use-idle.ts'
import { useMediaState } from '../video/use-media-state.ts'
import { Timeline } from './timeline.tsx'
import { playReplay } from './replay-engine.ts'
import classes from './replay.module.css'

const t = strings('replay')
const { play } = strings('video')

const stepSec = 5
const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2]

/** The video of a recording with its controls. `onPosition` gets milliseconds. */
export function ReplayPlayer({ url, onPosition }: { url: string; onPosition: (positionMs: number) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [hasFailed, setFailed] = useState(false)
  const [[position, length], setTimes] = useState([0, 0])
  const [isTheatre, setTheatre] = useState(false)
  const media = useMediaState(video)
  const { isIdle, wake } = useIdle(!media.isPaused)
  const commands = new PlayerCommands(video, null)
  useEffect(() => {
    const element = video.current
    if (element === null) return undefined
    Object.assign(element, readVolume())
    const player = playReplay(element, url, () => setFailed(true))
    return () => player[Symbol.dispose]()
  }, [url])
  const onTime = ({ currentTarget: { currentTime, duration } }: { currentTarget: HTMLVideoElement }) => {
    setTimes([currentTime, duration || 0])
    onPosition(currentTime * 1_000)
  }
  // The button leaves, and the keys are those of the picture.
  const start = () => {
    video.current?.focus()
    commands.togglePlay()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const action = findKeyAction(event)
    const isSeeking = (event.target as Element).matches('video, [data-timeline] input')
    const step = isSeeking ? { ArrowLeft: -stepSec, ArrowRight: stepSec }[event.code] : undefined
    if (step !== undefined) commands.seek(position + step)
    else if (action === 'theatre') setTheatre(!isTheatre)
    else if (action !== null && action !== 'jumpToEdge') commands[action]()
    else return
    event.preventDefault()
    wake()
  }
  return (
    <section className={`screen ${classes.player}`} aria-label={t.video} data-theatre={isTheatre || undefined}>
      {hasFailed ? (
        <Stack component="p" gap={4} m={0} role="alert">
          <Text span size="lg" fw={700}>
            {t.cannotPlay}
          </Text>
          <Text span size="md" c="var(--video-text-muted)">
            {t.cannotPlayHint}
          </Text>
        </Stack>
      ) : (
        // The keys work while the video or a control has the focus: nothing else of the page uses them.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div
          className={controls.frame}
          data-idle={isIdle || undefined}
          onPointerMove={wake}
          onPointerDown={wake}
          onFocus={wake}
          onKeyDown={onKeyDown}
        >
          {/* A broadcast has no captions. */}
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
          <video
            ref={video}
            playsInline
            preload="auto"
            aria-label={t.video}
            tabIndex={0}
            onClick={commands.pressVideo}
            onTimeUpdate={onTime}
            onSeeking={onTime}
            onDurationChange={onTime}
          />
          {media.isWaiting && <Loader className={controls.loader} color="var(--video-text)" aria-hidden />}
          {media.isPaused && position === 0 && (
            <button type="button" className={controls.play} onClick={start}>
              <IconPlayerPlay size={32} aria-hidden="true" />
              {play}
            </button>
          )}
          <Controls
            media={media}
            commands={commands}
            timeline={<Timeline positionSec={position} lengthSec={length} onSeek={commands.seek} />}
            isTheatre={isTheatre}
            onTheatreChange={setTheatre}
          >
            <span className={controls.time}>
              {formatLength(position * 1_000)} / {formatLength(length * 1_000)}
            </span>
            <span className={controls.space} />
            <select
              className={controls.quality}
              aria-label={t.speed}
              defaultValue={1}
              onChange={({ currentTarget }) => commands.setSpeed(Number(currentTarget.value))}
            >
              {speeds.map((speed) => (
                <option key={speed} value={speed}>
                  {speed}×
                </option>
              ))}
            </select>
          </Controls>
        </div>
      )}
    </section>
  )
}
