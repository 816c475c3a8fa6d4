import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type FormEvent, type ReactNode } from 'react'
import { consoleApi, type ContentOf } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { language, strings } from '../../locales/index.ts'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { Loading } from '../../ui/loading.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { BroadcastCharts } from './broadcast-stats.tsx'
import { validateTitle } from './setting-validation.ts'
import { overviewQuery } from './studio-queries.ts'
import { visitorQuery } from '../../lib/visitor.ts'
import classes from './studio.module.css'
import layout from '../../ui/layout.module.css'

const { overview: t } = strings('studio')
const { onAir } = strings('common').time

type Overview = ContentOf<typeof consoleApi.studio.getStudioOverview>

/** The state of the broadcast, the size of the audience, and the next steps of a new streamer. */
export function StudioOverview() {
  const { data: visitor } = useQuery(visitorQuery)
  const { data: overview, error, refetch } = useQuery(overviewQuery)
  if (!overview || !visitor) return error ? <ErrorAlert error={error} refetch={() => void refetch()} /> : <Loading />
  const watchPath = `/watch/${visitor.channelId}`
  return (
    <Stack gap="lg">
      <PageTitle>{t.title}</PageTitle>
      {overview.live ? <LiveCard live={overview.live} watchPath={watchPath} /> : <OfflineCard overview={overview} />}
      <section className="card" aria-label={t.audience}>
        <dl className={classes.counts}>
          <div>
            <dt>{t.viewers}</dt>
            <dd>{overview.live?.viewers.toLocaleString(language) ?? '–'}</dd>
          </div>
          <div>
            <dt>{t.followers}</dt>
            <dd>
              <Link to="/studio/followers">{overview.followers.toLocaleString(language)}</Link>
            </dd>
          </div>
          <div>
            <dt>{t.subscribers}</dt>
            <dd>
              <Link to="/studio/subscribers">{overview.subscribers.toLocaleString(language)}</Link>
            </dd>
          </div>
        </dl>
      </section>
      <BroadcastCharts />
      <NextSteps overview={overview} watchPath={watchPath} />
    </Stack>
  )
}

function LiveCard({ live, watchPath }: { live: NonNullable<Overview['live']>; watchPath: string }) {
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: () => api(consoleApi.studio.goOffline),
    onSettled: () => queries.invalidateQueries({ queryKey: ['studio'] }),
  })
  return (
    <section className="card" aria-labelledby="air">
      <Stack gap="sm">
        <h2 id="air" className={classes.liveState} data-on>
          {t.live}
        </h2>
        <p className={classes.liveTitle}>
          <bdi>{live.liveTitle}</bdi>
        </p>
        <Text size="sm" c="dimmed">
          <RelativeTime at={live.openedDate} phrase={onAir} />
        </Text>
        {end.error && <ErrorAlert error={end.error} retry={() => end.mutate()} />}
        <Group>
          <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
            {t.end}
          </Button>
          <Anchor href={watchPath}>{t.watch}</Anchor>
        </Group>
        <Text size="sm" c="dimmed">
          {t.endHint}
        </Text>
      </Stack>
    </section>
  )
}

function OfflineCard({ overview: { ingestUrl } }: { overview: Overview }) {
  const queries = useQueryClient()
  const [liveTitle, setTitle] = useState('')
  const start = useMutation({
    mutationFn: () => api(consoleApi.studio.goLive, { body: liveTitle.trim() === '' ? {} : { liveTitle } }),
    onSuccess: () => setTitle(''),
    onSettled: () => queries.invalidateQueries({ queryKey: ['studio'] }),
  })
  const titleError = liveTitle === '' ? null : validateTitle(liveTitle)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    start.mutate()
  }
  return (
    <section className="card" aria-labelledby="air">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <h2 id="air" className={classes.liveState}>
            {t.offline}
          </h2>
          <Text size="sm" c="dimmed">
            {t.byEncoder} {ingestUrl === null && t.noIngest} <AnchorLink to="/studio/key">{t.toKey}</AnchorLink>
          </Text>
          {ingestUrl !== null && <CopyableText value={ingestUrl} />}
          <TextInput
            label={t.liveTitle}
            description={t.liveTitleHint}
            value={liveTitle}
            onChange={(event) => setTitle(event.currentTarget.value)}
            error={titleError}
            maxLength={200}
          />
          {start.error && <ErrorAlert error={start.error} retry={() => start.mutate()} />}
          <Group>
            <Button type="submit" loading={start.isPending} disabled={titleError !== null}>
              {t.start}
            </Button>
          </Group>
          <Text size="sm" c="dimmed">
            {t.startHint}
          </Text>
        </Stack>
      </form>
    </section>
  )
}

function NextSteps({ overview, watchPath }: { overview: Overview; watchPath: string }) {
  const { hasTitle, hasCategory, hasStreamKey, followers, live } = overview
  const done = [hasTitle && hasCategory, hasStreamKey, live !== null, followers > 0]
  if (done.every(Boolean)) return null
  return (
    <section className="card" aria-labelledby="next">
      <h2 id="next">{t.next}</h2>
      <ul className={classes.nextSteps}>
        <Step isDone={hasTitle && hasCategory}>
          <AnchorLink to="/studio/broadcast">{t.steps.setting}</AnchorLink>
        </Step>
        <Step isDone={hasStreamKey}>
          <AnchorLink to="/studio/key">{t.steps.key}</AnchorLink>
        </Step>
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
