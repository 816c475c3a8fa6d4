import { Alert, Stack } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { consoleApi, ContentOf } from '@onair/contract'
import { dateMinuteFormat } from '../../../lib/time-format.ts'
import { visitorQuery } from '../../../lib/visitor.ts'
import { language, strings } from '../../../locales/index.ts'
import { CopyableText } from '../../../ui/copyable-text.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { channelQuery, type ChannelDetails } from '../../watch/queries.ts'
import { Chat } from '../../watch/chat/chat.tsx'
import { Player } from '../../watch/components/player.tsx'
import { useChannel } from '../../watch/use-channel.ts'
import { LatestActivity } from '../components/latest-activity.tsx'
import { LiveCharts } from '../components/live-stats.tsx'
import { LiveState } from '../components/live-state.tsx'
import { LiveSwitch } from '../components/live-switch.tsx'
import { LiveSettingsForm } from '../components/live-settings-form.tsx'
import { Panel } from '../components/panel.tsx'
import { StreamRequest } from '../components/stream-request.tsx'
import { QuickActions } from '../components/quick-actions.tsx'
import { EncoderPicture } from '../go-live/encoder-picture.tsx'
import { PublishPanel } from '../go-live/publish-panel.tsx'
import { SendFromHere } from '../go-live/send-from-here.tsx'
import { StreamHealth } from '../go-live/stream-health.tsx'
import { usePublisher } from '../go-live/use-publisher.ts'
import { videoHealthQuery } from '../go-live/video-health-query.ts'
import { activityQuery, liveSettingsQuery, chatSettingsQuery, overviewQuery } from '../queries/studio-queries.ts'
import { Stat } from '../../../ui/stats.tsx'
import classes from './overview.module.css'

const { overview: t, live: settingTexts } = strings('studio')

type Overview = ContentOf<typeof consoleApi.studio.getStudioOverview>

type Visitor = { channelId: string; channelName: string }

const count = (value: number) => value.toLocaleString(language)

/** The dashboard: the live, its chat, the latest activity, the settings and the actions of the streamer as panels. */
export function StudioOverview() {
  const { data: visitor } = useQuery(visitorQuery)
  const { data: overview, error, refetch } = useQuery(overviewQuery)
  const settings = useQuery(liveSettingsQuery)
  const channel = useQuery({ ...channelQuery(visitor?.channelId ?? ''), enabled: visitor != null })
  const activity = useInfiniteQuery(activityQuery({}))
  const chatSettings = useQuery(chatSettingsQuery(visitor?.channelId ?? ''))
  // The panels are laid out once, with all their data.
  const isPending = [channel, settings, activity, chatSettings].some((query) => query.isPending)
  return (
    <Stack gap="md">
      <PageTitle>{t.title}</PageTitle>
      {overview || !error ? (
        <OwnState overview={overview} visitor={visitor} />
      ) : (
        <ErrorAlert error={error} refetch={() => void refetch()} />
      )}
      {!visitor || !overview || isPending ? (
        !error && <PanelOutlines />
      ) : (
        <>
          {overview.live === null && <Refusal overview={overview} />}
          <NextSteps overview={overview} watchPath={watchPathOf(visitor)} />
          <div className={classes.panels}>
            <QueryBoundary query={channel}>{(details) => <LivePanels channel={details} />}</QueryBoundary>
            <Panel name="activity" title={t.panels.activity}>
              <LatestActivity query={activity} />
            </Panel>
            <Panel name="actions" title={t.panels.actions}>
              <QuickActions settings={chatSettings} channel={channel.data} watchPath={watchPathOf(visitor)} />
            </Panel>
            <Panel name="setting" title={settingTexts.title}>
              <QueryBoundary query={settings}>{(setting) => <LiveSettingsForm setting={setting} />}</QueryBoundary>
            </Panel>
          </div>
          <LiveCharts />
        </>
      )}
    </Stack>
  )
}

/** Why the site does not let the streamer go live, and how that can change. */
function Refusal({ overview }: { overview: Overview }) {
  const { streamingRefusal, streamRequest, blockReason, blockEndDate } = overview
  if (streamingRefusal === null) return null
  if (streamingRefusal === 'STREAMING_FOR_APPROVED') return <StreamRequest request={streamRequest} />
  const end = blockEndDate === null ? null : dateMinuteFormat.format(new Date(blockEndDate))
  return <Alert color="yellow">{blockReason === null ? t.forOperators : t.blocked(end, blockReason)}</Alert>
}

const watchPathOf = ({ channelId }: Visitor) => `/watch/${channelId}`

/** The shape of the panels while their data loads. */
function PanelOutlines() {
  return (
    <div className={classes.panels}>
      <Panel name="video" title={t.panels.video}>
        <div className={classes.videoOutline} />
      </Panel>
      <div className={`${classes.chat} ${classes.chatOutline} card`}>
        <Loading />
      </div>
      <Panel name="activity" title={t.panels.activity}>
        <Loading minHeight="15rem" />
      </Panel>
      <Panel name="actions" title={t.panels.actions}>
        <Loading minHeight="14rem" />
      </Panel>
      <Panel name="setting" title={settingTexts.title}>
        <Loading minHeight="24rem" />
      </Panel>
    </div>
  )
}

/** `overview` is undefined while it loads. */
function OwnState({ overview, visitor }: { overview: Overview | undefined; visitor: Visitor | null | undefined }) {
  const isVideoSent = overview !== undefined && overview.ingestUrl !== null
  const isRefused = overview !== undefined && overview.streamingRefusal !== null
  const isFromEncoder = useQuery(videoHealthQuery).data?.video?.source === 'encoder'
  const live = overview?.live
  return (
    <LiveState
      live={live}
      channel={visitor}
      offline={isVideoSent && !isRefused && t.byEncoder}
      hint={live ? isVideoSent && isFromEncoder && t.endHint : overview && !isRefused && t.startHint}
      stats={
        <>
          <Stat name={t.viewers} value={live ? count(live.viewers) : '–'} />
          <Stat
            name={t.followers}
            value={<Link to="/studio/followers">{overview ? count(overview.followers) : '–'}</Link>}
          />
          <Stat
            name={t.subscribers}
            value={<Link to="/studio/subscribers">{overview ? count(overview.subscribers) : '–'}</Link>}
          />
        </>
      }
    >
      <LiveSwitch viewers={live?.viewers ?? null} isPending={overview === undefined} isRefused={isRefused} />
    </LiveState>
  )
}

/** The picture and the chat, as viewers see them. The owner of a channel is not counted as a viewer. */
function LivePanels({ channel }: { channel: ChannelDetails }) {
  const room = useChannel(channel.channelId)
  const publication = usePublisher()
  return (
    <>
      <Panel name="video" title={t.panels.video}>
        {publication.phase === 'off' ? <Player channel={channel} isPreview /> : <PublishPanel state={publication} />}
        {publication.phase === 'off' && channel.state.live !== null && (
          <>
            <EncoderPicture />
            <SendFromHere />
          </>
        )}
        <StreamHealth />
      </Panel>
      <div className={`${classes.chat} card`}>
        <Chat channel={channel} {...room} />
      </div>
    </>
  )
}

/** The first steps of a new streamer, until the first live: afterwards they know the way. */
function NextSteps({ overview, watchPath }: { overview: Overview; watchPath: string }) {
  const { hasTitle, hasCategory, hasStreamKey, followers, live } = overview
  const needsKey = overview.ingestUrl !== null && overview.streamingRefusal === null
  const isPrepared = hasTitle && hasCategory && (hasStreamKey || !needsKey) && followers > 0
  if (live !== null || isPrepared) return null
  return (
    <section className="card" aria-labelledby="next">
      <h2 id="next">{t.next}</h2>
      <Stack component="ul" gap="sm" mt="sm" className={classes.nextSteps}>
        <Step isDone={hasTitle && hasCategory}>
          <AnchorLink to="/studio/live">{t.steps.setting}</AnchorLink>
        </Step>
        {needsKey && (
          <Step isDone={hasStreamKey}>
            <AnchorLink to="/studio/key">{t.steps.key}</AnchorLink>
          </Step>
        )}
        <Step isDone={live !== null}>{t.steps.live}</Step>
        {followers === 0 && (
          <Step isDone={false}>
            {t.steps.share}{' '}
            <CopyableText value={`${window.location.origin}${watchPath}`} display={watchPath.slice(0, 15) + '…'} />
          </Step>
        )}
      </Stack>
    </section>
  )
}

function Step({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  return (
    <li data-done={isDone || undefined}>
      <svg viewBox="0 0 24 24" width="20" height="20" className="icon" role="img" aria-label={isDone ? t.done : t.open}>
        <circle cx="12" cy="12" r="10" />
        {isDone && <path d="M7.5 12.5l3 3 6-6.5" />}
      </svg>
      <div>{children}</div>
    </li>
  )
}
