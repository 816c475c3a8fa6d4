import { Loader } from '@mantine/core'
import type { KeyboardEvent, ReactNode, RefObject, VideoHTMLAttributes } from 'react'
import { strings } from '../../../locales/index.ts'
import { IconPlayerPlay } from '../../../ui/icons.tsx'
import { findKeyAction } from './key-actions.ts'
import type { PlayerCommands } from './player-commands.ts'
import { useIdle } from './use-idle.ts'
import type { MediaState } from './use-media-state.ts'
import classes from './video-frame.module.css'

const t = strings('video')

type Props = {
  video: RefObject<HTMLVideoElement | null>
  attributes: VideoHTMLAttributes<HTMLVideoElement>
  media: MediaState
  commands: PlayerCommands
  isHidden?: boolean
  /** Whether the pointer and the controls hide while it plays. */
  mayHideControls?: boolean
  isWaiting: boolean
  /** Shows a large button that starts it. */
  isToStart: boolean
  isTheatre: boolean
  onTheatreChange?: ((isTheatre: boolean) => void) | undefined
  /** The controls, and all else over the picture. */
  children: ReactNode
}

/** The picture of a live, a recording or a clip with what covers it, and the keys of the player. */
export function VideoFrame(props: Props) {
  const { video, attributes, media, commands, isHidden, mayHideControls = true, isWaiting, isToStart, children } = props
  const { isIdle, wake } = useIdle(mayHideControls && !media.isPaused)
  const onKeyDown = (event: KeyboardEvent) => {
    const action = findKeyAction(event)
    if (action === null) return
    event.preventDefault()
    wake()
    if (action === 'theatre') props.onTheatreChange?.(!props.isTheatre)
    else commands[action]()
  }
  // The button leaves, and the keys are those of the picture.
  const start = () => {
    video.current?.focus({ preventScroll: true })
    commands.togglePlay()
  }
  return (
    // The keys work while the video or a control has the focus: nothing else of the page uses them.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classes.frame}
      hidden={isHidden}
      data-idle={isIdle || undefined}
      onPointerMove={wake}
      onPointerDown={wake}
      onFocus={wake}
      onKeyDown={onKeyDown}
    >
      {/* A broadcast has no captions. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video ref={video} playsInline tabIndex={0} onClick={commands.pressVideo} {...attributes} />
      {isWaiting && <Loader className={classes.loader} color="var(--video-text)" aria-hidden />}
      {isToStart && (
        <button type="button" className={classes.play} onClick={start}>
          <IconPlayerPlay size={32} aria-hidden="true" />
          {t.play}
        </button>
      )}
      {children}
    </div>
  )
}
