import { Anchor, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { consoleApi, ContentOf } from '@onair/contract'
import { visitorQuery } from '../../lib/visitor.ts'
import { language, strings } from '../../locales/index.ts'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { channelQuery, type ChannelDetails } from '../watch/channel-queries.ts'
import { Chat } from '../watch/chat.tsx'
import { Player } from '../watch/player.tsx'
import { useChannel } from '../watch/use-channel.ts'
import { LatestActivity } from './activity.tsx'
import { BroadcastCharts } from './broadcast-stats.tsx'
import { BroadcastSwitch } from './broadcast-switch.tsx'
import { BroadcastForm } from './broadcast-form.tsx'
import { Panel } from './panel.tsx'
import { QuickActions } from './quick-actions.tsx'
import { activityQuery, broadcastSettingsQuery, chatSettingsQuery, overviewQuery } from './studio-queries.ts'
import layout from '../../ui/layout.module.css'
import classes from './overview.module.css'

const { overview: t, broadcast } = strings('studio')
const { onAir } = strings('common').time

type Overview = ContentOf<typeof consoleApi.studio.getStudioOverview>

const count = (value: number) => value.toLocaleString(language)

/** The dashboard: the broadcast, its chat, the latest activity, the settings and the actions of the streamer as panels. */
export function StudioOverview() {
  const { data: visitor } = useQuery(visitorQuery)
  const { data: overview, error, refetch } = useQuery(overviewQuery)
  const settings = useQuery(broadcastSettingsQuery)
  const channel = useQuery({ ...channelQuery(visitor?.channelId ?? ''), enabled: visitor != null })
  const activity = useInfiniteQuery(activityQuery({}))
  const chatSettings = useQuery(chatSettingsQuery)
  // The panels are laid out once, with all their data.
  const isPending = [channel, settings, activity, chatSettings].some((query) => query.isPending)
  if (!overview || !visitor || isPending)
    return error ? <ErrorAlert error={error} refetch={() => void refetch()} /> : <Loading />
  const watchPath = `/watch/${visitor.channelId}`
  return (
    <Stack gap="md">
      <PageTitle>{t.title}</PageTitle>
      <BroadcastState overview={overview} watchPath={watchPath} />
      <NextSteps overview={overview} watchPath={watchPath} />
      <div className={classes.panels}>
        <QueryBoundary query={channel}>{(details) => <BroadcastPanels channel={details} />}</QueryBoundary>
        <Panel name="activity" title={t.panels.activity}>
          <LatestActivity />
        </Panel>
        <Panel name="actions" title={t.panels.actions}>
          <QuickActions watchPath={watchPath} />
        </Panel>
        <Panel name="setting" title={broadcast.title}>
          <QueryBoundary query={settings}>{(setting) => <BroadcastForm setting={setting} />}</QueryBoundary>
        </Panel>
      </div>
      <BroadcastCharts />
    </Stack>
  )
}

function BroadcastState({ overview, watchPath }: { overview: Overview; watchPath: string }) {
  const { live, followers, subscribers } = overview
  return (
    <section className={`${classes.state} card`} aria-labelledby="air">
      <div className={classes.onAir}>
        <h2 id="air" data-on={live !== null || undefined}>
          {live ? t.live : t.offline}
        </h2>
        <p>
          {live ? (
            <>
              <b>
                <bdi>{live.liveTitle}</bdi>
              </b>{' '}
              <Text span size="sm" c="dimmed">
                <RelativeTime at={live.openedDate} phrase={onAir} />
              </Text>{' '}
              <Anchor size="sm" href={watchPath}>
                {t.watch}
              </Anchor>
            </>
          ) : (
            overview.ingestUrl !== null && t.byEncoder
          )}
          <Text component="small" size="sm" c="dimmed">
            {live ? overview.ingestUrl !== null && t.endHint : t.startHint}
          </Text>
        </p>
      </div>
      <dl aria-label={t.audience}>
        <div>
          <dt>{t.viewers}</dt>
          <dd>{live ? count(live.viewers) : '–'}</dd>
        </div>
        <div>
          <dt>{t.followers}</dt>
          <dd>
            <Link to="/studio/followers">{count(followers)}</Link>
          </dd>
        </div>
        <div>
          <dt>{t.subscribers}</dt>
          <dd>
            <Link to="/studio/subscribers">{count(subscribers)}</Link>
          </dd>
        </div>
      </dl>
      <BroadcastSwitch isLive={live !== null} />
    </section>
  )
}

/** The picture and the chat, as viewers see them. The owner of a channel is not counted as a viewer. */
function BroadcastPanels({ channel }: { channel: ChannelDetails }) {
  const { feed, isConnected, viewer, viewerUpdatedAt } = useChannel(channel.channelId)
  return (
    <>
      <Panel name="video" title={t.panels.video}>
        <Player channel={channel} isPreview />
      </Panel>
      <div className={`${classes.chat} card`}>
        <Chat
          channel={channel}
          feed={feed}
          viewer={viewer}
          viewerUpdatedAt={viewerUpdatedAt}
          isConnected={isConnected}
        />
      </div>
    </>
  )
}

/** Of a new streamer, until the first broadcast: afterwards they know the way. */
function NextSteps({ overview, watchPath }: { overview: Overview; watchPath: string }) {
  const { hasTitle, hasCategory, hasStreamKey, followers, live, ingestUrl } = overview
  const isPrepared = hasTitle && hasCategory && (hasStreamKey || ingestUrl === null) && followers > 0
  if (live !== null || isPrepared) return null
  return (
    <section className="card" aria-labelledby="next">
      <h2 id="next">{t.next}</h2>
      <ul className={classes.nextSteps}>
        <Step isDone={hasTitle && hasCategory}>
          <AnchorLink to="/studio/broadcast">{t.steps.setting}</AnchorLink>
        </Step>
        {ingestUrl !== null && (
          <Step isDone={hasStreamKey}>
            <AnchorLink to="/studio/key">{t.steps.key}</AnchorLink>
          </Step>
        )}
        <Step isDone={live !== null}>{t.steps.live}</Step>
        <Step isDone={followers > 0}>
          {t.steps.share}{' '}
          <CopyableText value={`${window.location.origin}${watchPath}`} display={watchPath.slice(0, 15) + '…'} />
        </Step>
      </ul>
    </section>
  )
}

function Step({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  return (
    <li data-done={isDone || undefined}>
      <svg
        viewBox="0 0 24 24"
        width="20"
        height="20"
        className={layout.icon}
        role="img"
        aria-label={isDone ? t.done : t.open}
      >
        <circle cx="12" cy="12" r="10" />
        {isDone && <path d="M7.5 12.5l3 3 6-6.5" />}
      </svg>
      <div>{children}</div>
    </li>
  )
}
