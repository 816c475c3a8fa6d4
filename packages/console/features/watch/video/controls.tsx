import { useEffect, useState, type ComponentType, type CSSProperties, type ReactNode } from 'react'
import { strings } from '../../../locales/index.ts'
import { IconPlayerPause, IconPlayerPlay } from '../../../ui/icons.tsx'
import {
  IconInfoCircle,
  IconMaximize,
  IconMinimize,
  IconPictureInPicture,
  IconTheatre,
  IconVolume,
  IconVolumeOff,
} from '../../../ui/video-icons.tsx'
import type { LiveAttempt } from './low-latency-engine.ts'
import type { PlayerCommands } from './player-commands.ts'
import type { LiveFigures } from './use-live-figures.ts'
import type { MediaState } from './use-media-state.ts'
import classes from './video-frame.module.css'

const t = strings('video')

/** Playback that is further behind is not live. */
const liveSec = 5

type Live = { figures: LiveFigures; attempt: LiveAttempt | null }
type Props = {
  media: MediaState
  commands: PlayerCommands
  /** Absent for a recording. */
  live?: Live
  /** Above the others, for a recording. */
  timeline?: ReactNode
  children?: ReactNode
  isTheatre: boolean
  onTheatreChange?: ((isTheatre: boolean) => void) | undefined
}

/** The controls at the lower edge of the video. */
export function Controls({ media, commands, live, timeline, children, isTheatre, onTheatreChange }: Props) {
  const [hasStatistics, setStatistics] = useState(false)
  const isFullScreen = useFullScreen()
  const { isPaused, isMuted, volume, height } = media
  const isAtEdge = !isPaused && (live?.figures.latencySec ?? 0) < liveSec
  return (
    <>
      {hasStatistics && live && <p className={classes.statistics}>{t.statistics({ ...live.figures, height })}</p>}
      {isMuted && !isPaused && (
        <button type="button" className={classes.unmute} onClick={commands.toggleMuted}>
          <IconVolumeOff size={20} aria-hidden="true" />
          {t.unmute}
        </button>
      )}
      <div className={classes.controls} role="group" aria-label={t.controls}>
        {timeline}
        <div className={classes.row}>
          <Control
            label={isPaused ? t.play : t.pause}
            shortcut="K"
            Icon={isPaused ? IconPlayerPlay : IconPlayerPause}
            onClick={commands.togglePlay}
          />
          <Control
            label={isMuted ? t.unmute : t.mute}
            shortcut="M"
            Icon={isMuted ? IconVolumeOff : IconVolume}
            onClick={commands.toggleMuted}
          />
          <input
            type="range"
            className={classes.volume}
            style={{ '--filled': `${isMuted ? 0 : volume * 100}%` } as CSSProperties}
            aria-label={t.volume}
            min={0}
            max={1}
            step={0.05}
            value={isMuted ? 0 : volume}
            onChange={({ currentTarget }) => commands.setVolume(Number(currentTarget.value))}
          />
          {children}
          {live && (
            <>
              <button
                type="button"
                className={`dot ${classes.edge}`}
                data-live={isAtEdge || undefined}
                title={`${t.toEdge} (L)`}
                onClick={commands.jumpToEdge}
              >
                {isAtEdge ? t.live : t.toEdge}
              </button>
              <span className={classes.space} />
              {live.figures.heights.length > 1 && live.attempt !== null && (
                <Quality figures={live.figures} attempt={live.attempt} height={height} />
              )}
              <Control
                label={t.statisticsTitle}
                Icon={IconInfoCircle}
                isPressed={hasStatistics}
                onClick={() => setStatistics(!hasStatistics)}
              />
            </>
          )}
          {document.pictureInPictureEnabled && (
            <Control
              label={t.pictureInPicture}
              shortcut="I"
              Icon={IconPictureInPicture}
              onClick={commands.togglePictureInPicture}
            />
          )}
          {onTheatreChange && !isFullScreen && (
            <Control
              label={t.theatre}
              shortcut="T"
              Icon={IconTheatre}
              isPressed={isTheatre}
              className={classes.wideOnly}
              onClick={() => onTheatreChange(!isTheatre)}
            />
          )}
          <Control
            label={isFullScreen ? t.exitFullScreen : t.fullScreen}
            shortcut="F"
            Icon={isFullScreen ? IconMinimize : IconMaximize}
            onClick={commands.toggleFullScreen}
          />
        </div>
      </div>
    </>
  )
}

type ControlProps = {
  label: string
  shortcut?: string
  Icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': 'true' }>
  /** A control that switches something on and off. */
  isPressed?: boolean
  className?: string | undefined
  onClick: () => void
}

function Control({ label, shortcut, Icon, isPressed, className, onClick }: ControlProps) {
  return (
    <button
      type="button"
      className={`${classes.control} ${className ?? ''}`}
      aria-label={label}
      aria-pressed={isPressed}
      aria-keyshortcuts={shortcut}
      title={shortcut === undefined ? label : `${label} (${shortcut})`}
      onClick={onClick}
    >
      <Icon size={22} stroke={1.75} aria-hidden="true" />
    </button>
  )
}

function Quality({ figures, attempt, height }: { figures: LiveFigures; attempt: LiveAttempt; height: number }) {
  const [chosen, setChosen] = useState(figures.chosenHeight)
  return (
    <select
      className={classes.quality}
      aria-label={t.quality}
      value={chosen ?? ''}
      onChange={({ currentTarget: { value } }) => {
        const chosenHeight = value === '' ? null : Number(value)
        setChosen(chosenHeight)
        attempt.chooseHeight(chosenHeight)
      }}
    >
      <option value="">{t.automatic(height)}</option>
      {figures.heights.map((height) => (
        <option key={height} value={height}>
          {height}p
        </option>
      ))}
    </select>
  )
}

function useFullScreen(): boolean {
  const [isFullScreen, setFullScreen] = useState(document.fullscreenElement !== null)
  useEffect(() => {
    const update = () => setFullScreen(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [])
  return isFullScreen
}
