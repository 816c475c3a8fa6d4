import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type FormEvent, type ReactNode } from 'react'
import { consoleApi, type ContentOf } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { localize, language } from '../../lib/language.ts'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { Loading } from '../../ui/loading.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { validateTitle } from './setting-validation.ts'
import { overviewQuery } from './studio-queries.ts'
import { visitorQuery } from '../../lib/visitor.ts'
import classes from './studio.module.css'
import layout from '../../ui/layout.module.css'

type Overview = ContentOf<typeof consoleApi.studio.getOverview>

/** Whether one is on the air, who is there, and what a new streamer does next. */
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
          {t.onAir}
        </h2>
        <p className={classes.liveTitle}>
          <bdi>{live.liveTitle}</bdi>
        </p>
        <p className="small soft">
          {t.since} <RelativeTime at={live.openedDate} />
        </p>
        {end.error && <ErrorAlert error={end.error} retry={() => end.mutate()} />}
        <Group>
          <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
            {t.end}
          </Button>
          <Anchor href={watchPath}>{t.watch}</Anchor>
        </Group>
        <p className="small soft">{t.endHint}</p>
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
            {t.offAir}
          </h2>
          <p className="small soft">
            {t.byEncoder} {ingestUrl === null && t.noIngest} <AnchorLink to="/studio/key">{t.toKey}</AnchorLink>
          </p>
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
              {t.begin}
            </Button>
          </Group>
          <p className="small soft">{t.beginHint}</p>
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
          <CopyableText value={`${window.location.origin}${watchPath}`} shown={watchPath.slice(0, 15) + '…'} />
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

const t = localize({
  ko: {
    title: '스튜디오',
    onAir: '방송 중',
    offAir: '방송 중이 아닙니다',
    since: '시작',
    end: '방송 끝내기',
    endHint: '인코더가 아직 보내고 있다면 인코더도 멈추세요. 다시 보내기 시작하면 방송도 다시 시작됩니다.',
    watch: '시청 페이지 열기',
    byEncoder: '인코더가 스트림키로 영상을 보내기 시작하면 방송이 저절로 시작됩니다.',
    noIngest: '영상을 보낼 서버 주소는 아직 운영자가 알려 주지 않았습니다.',
    toKey: '스트림키 보기',
    liveTitle: '방송 제목',
    liveTitleHint: '비워 두면 방송 설정의 제목을 씁니다.',
    begin: '방송 시작',
    beginHint: '인코더 없이 여기서 시작하면 시청자에게는 영상 대신 안내 화면이 보입니다. 채팅과 후원은 그대로 됩니다.',
    audience: '시청자와 팬',
    viewers: '지금 시청자',
    followers: '팔로워',
    subscribers: '구독자',
    next: '다음 단계',
    done: '마침',
    open: '아직',
    steps: {
      setting: '방송 제목과 카테고리 정하기',
      key: '스트림키를 인코더에 넣기',
      live: '방송 시작하기',
      share: '시청 페이지를 사람들에게 알리기:',
    },
  },
  en: {
    title: 'Studio',
    onAir: 'On the air',
    offAir: 'Off the air',
    since: 'Since',
    end: 'Go off the air',
    endHint: 'Stop your encoder too: when it begins to send again, you are on the air again.',
    watch: 'Open the watch page',
    byEncoder: 'You go on the air by yourself when your encoder begins to send with your stream key.',
    noIngest: 'The operator has not said yet which server encoders send to.',
    toKey: 'See the stream key',
    liveTitle: 'Title of the broadcast',
    liveTitleHint: 'Left empty, it is the one of the broadcast settings.',
    begin: 'Go live',
    beginHint:
      'Begun here without an encoder, viewers see a placeholder in place of a picture; chat and donations work as ever.',
    audience: 'Viewers and fans',
    viewers: 'Viewers now',
    followers: 'Followers',
    subscribers: 'Subscribers',
    next: 'Next steps',
    done: 'Done',
    open: 'Not yet',
    steps: {
      setting: 'Choose a title and a category',
      key: 'Put the stream key into your encoder',
      live: 'Go live',
      share: 'Tell people of your watch page:',
    },
  },
})
