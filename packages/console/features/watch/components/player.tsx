import { Stack, Text } from '@mantine/core'
import { isPrivate } from '@onair/contract'
import { lazy, Suspense, useState } from 'react'
import { loadStrings, strings } from '../../../locales/index.ts'
import type { ChannelDetails } from '../queries.ts'
import classes from './player.module.css'
import { LiveFacts } from './live-facts.tsx'

const { player: t } = strings('watch')

/** Loaded when a channel is live with video: of a media server of the operator, or of this server. */
const StreamVideo = lazy(() => import('./stream-video.tsx'))
const LiveVideo = lazy(async () => {
  await loadStrings('video')
  return import('../video/live-video.tsx')
})

type Props = {
  channel: ChannelDetails
  /** The sound is off until somebody turns it on. */
  isMuted?: boolean
  /** The page itself shows the viewers and the time of the live. */
  isPreview?: boolean
  /** Whether the video can be as wide as the page, which then shows the viewers and the time of the live below it. */
  hasTheatre?: boolean
}

/** The video of the live, or why there is none. */
export function Player({ channel, isPreview = false, isMuted = false, hasTheatre = !isPreview }: Props) {
  const { state } = channel
  const { live } = state
  const [isPlaying, setPlaying] = useState(false)
  const [isTheatre, setTheatre] = useState(false)
  // A live whose video played once is interrupted, not without video.
  const [lastPlayedLiveId, setLastPlayedLiveId] = useState<number | null>(null)
  if (isPlaying && live !== null && lastPlayedLiveId !== live.liveId) setLastPlayedLiveId(live.liveId)
  const isInterrupted = !isPlaying && live !== null && lastPlayedLiveId === live.liveId
  return (
    <section
      className={`screen ${classes.player}`}
      aria-label={t.label}
      data-live={live !== null || undefined}
      data-preview={isPreview || undefined}
      data-playing={isPlaying || undefined}
      data-interrupted={isInterrupted || undefined}
      data-theatre={(isTheatre && live !== null) || undefined}
    >
      <svg viewBox="0 0 32 32" width="56" height="56" aria-hidden="true">
        <circle cx="16" cy="16" r="5" />
        <path d="M7.5 7.5a12 12 0 0 0 0 17M24.5 7.5a12 12 0 0 1 0 17" />
      </svg>
      {live ? (
        <Stack component="p" gap={4} m={0}>
          <Text span size="lg" fw={700}>
            {isInterrupted ? t.interrupted : t.live}
          </Text>
          <Text span size="md" c="var(--video-text-muted)">
            {aboutVideo(live, isInterrupted)}
          </Text>
        </Stack>
      ) : (
        <Stack component="p" gap={4} m={0}>
          <Text span size="lg" fw={700}>
            {t.offline}
          </Text>
          <Text span size="md" c="var(--video-text-muted)">
            {t.offlineHint}
          </Text>
        </Stack>
      )}
      {live && (
        <Suspense key={live.liveId}>
          {live.video !== null ? (
            <LiveVideo
              channel={channel}
              isPlaying={isPlaying}
              onPlayingChange={setPlaying}
              isMuted={isMuted}
              isTheatre={isTheatre}
              {...(hasTheatre && { onTheatreChange: setTheatre })}
            />
          ) : (
            (live.playbackUrl !== null || isPrivate(state.audience)) && (
              <StreamVideo channel={channel} isPlaying={isPlaying} onPlayingChange={setPlaying} />
            )
          )}
        </Suspense>
      )}
      {live && !isPreview && (isTheatre || !hasTheatre) && (
        <div className={classes.overlay}>
          <LiveFacts live={live} />
        </div>
      )}
    </section>
  )
}

/** Why the live shows no picture. */
function aboutVideo({ video, playbackUrl }: NonNullable<ChannelDetails['state']['live']>, hasPlayed: boolean) {
  if (video === null && playbackUrl === null) return t.noVideo
  if (video === null) return hasPlayed ? t.interruptedHint : t.noVideoYet
  if (video === 'interrupted') return t.interruptedHint
  return video === 'live' && hasPlayed ? t.reconnecting : t.videoStarts
}
