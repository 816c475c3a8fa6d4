import { Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { strings } from '../../../locales/index.ts'
import { keepVolume, readVolume } from '../video/kept-volume.ts'
import { playReplay } from './replay-engine.ts'
import classes from './replay.module.css'

const t = strings('replay')

/** The video of a recording, with the controls of the browser. `onPosition` gets milliseconds. */
export function ReplayPlayer({ url, onPosition }: { url: string; onPosition: (positionMs: number) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const element = video.current
    if (element === null) return undefined
    element.volume = readVolume().volume
    const player = playReplay(element, url, () => setFailed(true))
    return () => player[Symbol.dispose]()
  }, [url])
  return (
    <section className={classes.player} aria-label={t.video}>
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
        // A broadcast has no captions.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video
          ref={video}
          controls
          playsInline
          preload="auto"
          aria-label={t.video}
          onTimeUpdate={({ currentTarget }) => onPosition(currentTarget.currentTime * 1_000)}
          onSeeking={({ currentTarget }) => onPosition(currentTarget.currentTime * 1_000)}
          onVolumeChange={({ currentTarget }) => keepVolume(currentTarget)}
        />
      )}
    </section>
  )
}
