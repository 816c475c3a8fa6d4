import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { overlayDefaults, sandboxApi, type OverlayKind } from '@onair/contract'
import type { PreviewMessage } from '@onair/overlays'
import { api } from '../../../lib/api.ts'
import { visitorQuery } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { alertFilesQuery } from '../../studio/uploads/uploads-query.ts'
import { channelQuery } from '../../watch/queries.ts'
import { useChannelEvents, type ChannelEvent } from '../queries/use-channel-events.ts'
import { TestCard } from './test-card.tsx'
import classes from './stage.module.css'

const { stage: t } = strings('live')

/** Loaded when the channel is live. */
const StageVideo = lazy(() => import('./stage-video.tsx'))

const overlayKinds = ['chat', 'goal', 'alerts'] as const satisfies OverlayKind[]
/** They have to be read in the middle of a picture, and make no sound before a click. */
const settings = {
  chat: { ...overlayDefaults.chat, fontSize: 26, backgroundOpacity: 80, maxMessages: 7 },
  goal: { ...overlayDefaults.goal, fontSize: 24, backgroundOpacity: 80 },
  alerts: { ...overlayDefaults.alerts, fontSize: 36, volume: 0 },
}
const channelPollMs = 2_000

/** The broadcast of a channel with the overlays over it, as its viewers and OBS see it. */
export function Stage({
  channelId,
  channelName,
  footer,
}: {
  channelId: string
  channelName: string
  footer: ReactNode
}) {
  const { data: channel } = useQuery({ ...channelQuery(channelId), staleTime: 0, refetchInterval: channelPollMs })
  const live = channel?.state.live ?? null
  const [isPlaying, setPlaying] = useState(false)
  return (
    <section className={classes.stage} aria-label={t.label} data-live={live !== null || undefined}>
      <div className={classes.screen}>
        {live?.video != null && live.playbackUrl !== null && (
          <Suspense>
            <StageVideo key={live.liveId} url={live.playbackUrl} onPlayingChange={setPlaying} />
          </Suspense>
        )}
        <TestCard
          title={channel?.state.title ?? channelName}
          state={live === null ? t.offAir : t.onAir}
          viewers={live === null ? null : t.viewers(live.viewers)}
          isLive={live !== null}
          isOverVideo={isPlaying}
        />
        <Overlays channelId={channelId} />
      </div>
      <footer>{footer}</footer>
    </section>
  )
}

/** The pages of the overlays, which get the events of the channel from this page. */
function Overlays({ channelId }: { channelId: string }) {
  const frames = useRef<Partial<Record<OverlayKind, HTMLIFrameElement | null>>>({})
  const { data: goal, refetch: readGoal } = useQuery({
    queryKey: ['goal', channelId],
    queryFn: () => api(sandboxApi.channels.getGoal, { query: { channelId } }),
    staleTime: 0,
    // The next events are read after it.
    retry: false,
    networkMode: 'always',
  })
  // Only the streamer can read the own files.
  const isOwn = useQuery(visitorQuery).data?.channelId === channelId
  const { data: uploads = [] } = useQuery({ ...alertFilesQuery, enabled: isOwn })
  // The newest alert is shown at once, not after those before: it answers the button that was just pressed.
  const send = (kind: (typeof overlayKinds)[number], event?: ChannelEvent, shown = goal) => {
    const { sum = 0, ...ofGoal } = shown ?? {}
    const look = { ...settings[kind], ...(kind === 'goal' && ofGoal) }
    const status = { settings: look, progress: sum, recent: [], uploads }
    frames.current[kind]?.contentWindow?.postMessage(
      { status, event, isAlone: true } satisfies PreviewMessage,
      location.origin,
    )
  }
  useChannelEvents(channelId, async (events) => {
    for (const event of events) send(event[0] === 'CHAT' ? 'chat' : 'alerts', event)
    if (events.some(([name]) => name !== 'CHAT')) await readGoal()
  })
  const showGoal = useEffectEvent((latest: typeof goal) => send('goal', undefined, latest))
  useEffect(() => showGoal(goal), [goal])
  const onReady = useEffectEvent(({ source, data }: MessageEvent) => {
    if (data !== 'ready') return
    for (const kind of overlayKinds) if (frames.current[kind]?.contentWindow === source) send(kind)
  })
  useEffect(() => {
    window.addEventListener('message', onReady)
    return () => window.removeEventListener('message', onReady)
  }, [])
  return (
    <div className={classes.overlays}>
      {overlayKinds.map((kind) => (
        // A page of this site, which needs its origin for its script and its fonts.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe
          key={kind}
          ref={(frame) => {
            frames.current[kind] = frame
          }}
          data-kind={kind}
          src={`/overlay/${kind}`}
          title={t.overlays[kind]}
          tabIndex={-1}
        />
      ))}
    </div>
  )
}
