import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { strings } from '../../../locales/index.ts'
import { formatLength } from '../durations.ts'
import { Controls } from '../video/controls.tsx'
import { readVolume } from '../video/kept-volume.ts'
import { PlayerCommands } from '../video/player-commands.ts'
import { useMediaState } from '../video/use-media-state.ts'
import { VideoFrame } from '../video/video-frame.tsx'
import controls from '../video/video-frame.module.css'
import { Timeline } from './timeline.tsx'
import classes from './replay.module.css'

const t = strings('replay')
const { retry } = strings('common').error

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2]

type Props = {
  url: string
  /** Plays the address in the element. */
  play: (video: HTMLVideoElement, url: string, onFailure: () => void) => Disposable
  label: string
  /** The picture until it plays. */
  posterUrl?: string | null
  hasTheatre?: boolean
  /** Gets milliseconds. */
  onPosition?: (positionMs: number) => void
}

/** The video of a recording or a clip with its controls. */
export function ReplayPlayer(props: Props) {
  const [hasFailed, setFailed] = useState(false)
  const [isTheatre, setTheatre] = useState(false)
  return (
    <section className={`screen ${classes.player}`} aria-label={props.label} data-theatre={isTheatre || undefined}>
      {hasFailed ? (
        <Stack gap={4} align="center">
          <Stack component="p" gap={4} m={0} role="alert">
            <Text span size="lg" fw={700}>
              {t.cannotPlay}
            </Text>
            <Text span size="md" c="var(--video-text-muted)">
              {t.cannotPlayHint}
            </Text>
          </Stack>
          <Button variant="default" size="xs" mt="xs" onClick={() => setFailed(false)}>
            {retry}
          </Button>
        </Stack>
      ) : (
        <Video
          {...props}
          isTheatre={isTheatre}
          onTheatreChange={props.hasTheatre ? setTheatre : undefined}
          setFailed={setFailed}
        />
      )}
    </section>
  )
}

type VideoProps = Props & {
  isTheatre: boolean
  onTheatreChange: ((isTheatre: boolean) => void) | undefined
  setFailed: (hasFailed: boolean) => void
}

function Video({ url, play, label, posterUrl, onPosition, isTheatre, onTheatreChange, setFailed }: VideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [[position, length], setTimes] = useState([0, 0])
  const media = useMediaState(video)
  const commands = new PlayerCommands(video, null)
  const theatre = { isTheatre, onTheatreChange }
  useEffect(() => {
    const element = video.current
    if (element === null) return undefined
    Object.assign(element, readVolume())
    const player = play(element, url, () => setFailed(true))
    return () => player[Symbol.dispose]()
  }, [url, play, setFailed])
  const onTime = ({ currentTarget: { currentTime, duration } }: { currentTarget: HTMLVideoElement }) => {
    setTimes([currentTime, duration || 0])
    onPosition?.(currentTime * 1_000)
  }
  return (
    <VideoFrame
      video={video}
      attributes={{
        'aria-label': label,
        preload: posterUrl == null ? 'auto' : 'metadata',
        poster: posterUrl ?? undefined,
        onTimeUpdate: onTime,
        onSeeking: onTime,
        onDurationChange: onTime,
      }}
      media={media}
      commands={commands}
      isWaiting={media.isWaiting}
      isToStart={media.isPaused && position === 0}
      {...theatre}
    >
      <Controls
        media={media}
        commands={commands}
        timeline={<Timeline positionSec={position} lengthSec={length} onSeek={commands.seek} />}
        {...theatre}
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
    </VideoFrame>
  )
}
