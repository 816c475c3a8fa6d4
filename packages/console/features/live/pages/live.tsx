import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { isSandbox, separateApiUrl } from '../../../lib/page-settings.ts'
import { useMovedSeconds, usePlatformTime } from '../../../lib/platform-time.ts'
import { visitorQuery } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { NotFound } from '../../../ui/not-found.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { BurstChart } from '../../trigger/components/burst-chart.tsx'
import { ActionPad } from '../components/action-pad.tsx'
import { BotPanel } from '../components/bot-panel.tsx'
import { Stage } from '../components/stage.tsx'
import { TraceLine } from '../components/trace-line.tsx'
import { overviewQuery, type Overview } from '../../../lib/demo-person.ts'
import { useTrace } from '../queries/use-trace.ts'
import type { FixContext } from '../fixes.ts'
import { usePad } from '../use-pad.ts'
import { usePageBot } from '../use-page-bot.ts'
import classes from './live.module.css'

const t = strings('live')

/** The home of a sandbox: one does something, sees it on air, and sees where it arrives and why not. */
export function Live() {
  const overview = useQuery(overviewQuery)
  if (!isSandbox) return <NotFound />
  if (!overview.data) return overview.error ? <ErrorAlert error={overview.error} /> : <Loading />
  return <LiveScreen overview={overview.data} />
}

function LiveScreen({ overview }: { overview: Overview }) {
  const { trace: asked = null, reset } = useSearch({ from: '/live' })
  const [openedAt] = useState(() => Date.now())
  const { buttons, last, retry, streamer, burst, isBursting } = usePad(overview)
  const people = overview.demo.people.map(({ channelId, channelName }) => ({ value: channelId, label: channelName }))
  const { baseUrl } = overview
  const bot = usePageBot({ baseUrl, channelId: streamer.channelId })
  const context: FixContext = {
    baseUrl,
    channelId: streamer.channelId,
    movedSec: useMovedSeconds(),
    now: usePlatformTime(),
    isSignedIn: !!useQuery(visitorQuery).data,
    startBot: separateApiUrl === null ? bot.start : null,
  }
  const trace = useTrace(last === null ? asked : last.traceId, last?.startedAt ?? openedAt, isBursting)
  return (
    <div className={classes.live}>
      <div>
        <PageTitle description={t.about(streamer.channelName)}>{t.title}</PageTitle>
        {reset === 'done' && (
          <Text role="status" size="sm" c="var(--color-success)">
            {t.wasReset}
          </Text>
        )}
      </div>
      <Stage
        channelId={streamer.channelId}
        channelName={streamer.channelName}
        footer={
          <>
            <bdi>{streamer.channelName}</bdi>
            <AnchorLink to="/watch/$channelId" params={{ channelId: streamer.channelId }}>
              {t.stage.openWatch}
            </AnchorLink>
            <AnchorLink to="/studio/overlays">{t.stage.openStudio}</AnchorLink>
          </>
        }
      />
      <div className={classes.side}>
        <ActionPad buttons={buttons} />
        {burst !== null && <BurstChart key={burst.position} burst={burst} isRunning={isBursting} people={people} />}
        <TraceLine trace={trace} isStarted={last !== null} context={context} retry={last === null ? null : retry} />
      </div>
      <BotPanel overview={overview} bot={bot} />
    </div>
  )
}
