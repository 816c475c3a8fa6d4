import { Button, Group, Text } from '@mantine/core'
import { useQueries, type QueryState } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useRef, type ReactNode } from 'react'
import { eventTypeOf } from '@onair/contract'
import { callReasonMessage, useErrorStrings } from '../../../lib/error-message.ts'
import { strings } from '../../../locales/index.ts'
import {
  explanationQuery,
  notConnectedCodes,
  targetKey,
  useTargets,
} from '../../inspector/components/missing-event.tsx'
import type { Explanation, InspectorRecord } from '../../inspector/queries/records.ts'
import { withoutEarlierSessions } from '../earlier-sessions.ts'
import { fixOfRefusal, type FixContext } from '../fixes.ts'
import type { Trace } from '../queries/use-trace.ts'
import { FixButton } from './fix-button.tsx'
import { Receiver, type ReceiverResult } from './receiver.tsx'
import { ShareTrace } from './share-trace.tsx'
import classes from './trace-line.module.css'

const { trace: t } = strings('live')

/** More receivers are in the inspector. */
const maxReceivers = 8
/** An explanation is asked for again while a receiver can still get the event: a session soon, a webhook for minutes. */
const explainMs = { session: 1_000, webhook: 3_000 }

type StepState = 'waiting' | 'running' | 'done' | 'stopped'

type Props = { trace: Trace | null; isStarted: boolean; context: FixContext; retry: (() => void) | null }

/** The way of an action: its request, the rules, the event, and each receiver with the reason why it got it or not. */
export function TraceLine({ trace, isStarted, context, retry }: Props) {
  const messages = useErrorStrings()
  const section = useRef<HTMLElement>(null)
  const { request = null, event = null } = trace ?? {}
  const isRefused = (request?.status ?? 0) >= 400
  // Such as going live: its way ends with the rules.
  const hasNoEvent = request !== null && !isRefused && event === null && eventTypeOf(request.name) === undefined
  const refusal = request?.summary?.reason ?? null
  const pending = isStarted && !isRefused && !hasNoEvent ? 'running' : 'waiting'
  return (
    <section ref={section} className={`card ${classes.trace}`} aria-labelledby="trace">
      <h2 id="trace">{t.title}</h2>
      {!isStarted && request === null && <p className="soft">{t.waiting}</p>}
      <ol className={classes.line} data-started={isStarted || undefined}>
        <Step
          state={request === null ? pending : 'done'}
          label={t.request}
          time={request && [request.status, ...(request.tookMs === null ? [] : [t.tookMs(request.tookMs)])].join(' · ')}
        >
          {request !== null && <RequestName name={request.name} />}
        </Step>
        <Step
          state={request === null ? pending : isRefused ? 'stopped' : 'done'}
          label={t.rules}
          fix={request !== null && isRefused && <FixButton fix={fixOfRefusal(request, context)} retry={retry} />}
        >
          {request !== null && !isRefused && t.allowed}
          {isRefused && (refusal === null ? String(request?.status) : callReasonMessage(refusal, messages))}
        </Step>
        <Step state={event !== null ? 'done' : isRefused ? 'waiting' : pending} label={t.event}>
          {event !== null ? <code>{event.name}</code> : isRefused ? t.noEvent : hasNoEvent && t.noEventType}
        </Step>
        {event === null ? (
          <li className={classes.receivers} data-state="waiting">
            <h3>{t.receivers}</h3>
          </li>
        ) : (
          <Receivers event={event} context={context} retry={retry} />
        )}
      </ol>
      {request !== null && (
        <Group gap={0} className={classes.tools}>
          <ShareTrace traceId={request.traceId ?? ''} shown={section} />
          <Button
            size="compact-sm"
            variant="subtle"
            renderRoot={(props) => (
              <Link to="/console/inspector" search={{ traceId: request.traceId ?? '' }} {...props} />
            )}
          >
            {t.inspect}
          </Button>
        </Group>
      )}
    </section>
  )
}

/** A path may break after each slash. */
function RequestName({ name }: { name: string }) {
  return (
    <code>
      {name.split(/(?<=\/)/).map((part, index) => (
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </code>
  )
}

type StepProps = { state: StepState; label: string; time?: string | null; fix?: ReactNode; children: ReactNode }

function Step({ state, label, time = null, fix, children }: StepProps) {
  return (
    <li data-state={state}>
      <h3>{label}</h3>
      <p>{state === 'running' ? t.running : children}</p>
      {time !== null && <small>{time}</small>}
      {fix}
    </li>
  )
}

/** Who could receive the event. Applications without a session are counted together. */
function Receivers({ event, ...fixing }: { event: InspectorRecord } & Pick<Props, 'context' | 'retry'>) {
  const groups = useTargets(undefined, event)
  const all = (groups ?? []).flatMap((group) => group.targets)
  const targets = withoutEarlierSessions(all).slice(0, maxReceivers * 3)
  const explained = useQueries({
    queries: targets.map((target) => ({
      ...explanationQuery(event, target),
      refetchInterval: ({ state }: { state: QueryState<Explanation> }) =>
        state.dataUpdateCount + state.errorUpdateCount < 4 && state.data?.reason !== 'SENT'
          ? explainMs.session
          : state.data?.reason === 'WAITING' && state.status !== 'error' && explainMs.webhook,
    })),
  })
  const results: ReceiverResult[] = targets.map((target, index) => ({ target, verdict: explained[index]?.data }))
  const withSession = new Set(targets.flatMap(({ app, sessionKey }) => (sessionKey === undefined ? [] : [app])))
  const isUnconnected = ({ target, verdict }: ReceiverResult) =>
    target.sessionKey === undefined &&
    target.to === undefined &&
    (withSession.has(target.app) || (verdict !== undefined && notConnectedCodes.has(verdict.reason)))
  const possible = results.filter((result) => !isUnconnected(result)).slice(0, maxReceivers)
  // A session that had ended counts only where no other could receive the event.
  const [earlier, current] = partition(possible, ({ target }) => target.state === 'closed')
  const shown = current.length > 0 ? current : earlier
  const unconnected = results.filter((result) => isUnconnected(result) && !withSession.has(result.target.app))
  const arrived = shown.filter(({ verdict }) => verdict?.reason === 'SENT').length
  const isExplained = groups !== null && shown.every(({ verdict }) => verdict !== undefined)
  // An earlier session of an application that got the event stops nothing.
  const served = new Set(shown.flatMap(({ target, verdict }) => (verdict?.reason === 'SENT' ? [target.app] : [])))
  const lacking = shown.filter(({ target }) => !served.has(target.app))
  const isStopped = shown.length === 0 || lacking.some(({ verdict }) => verdict?.reason !== 'WAITING')
  const isRunning = !isExplained || (!isStopped && lacking.length > 0)
  return (
    <li className={classes.receivers} data-state={isRunning ? 'running' : isStopped ? 'stopped' : 'done'}>
      <h3>{t.receivers}</h3>
      <p role="status" className={classes.summary}>
        {!isExplained ? t.pending : shown.length === 0 ? t.noReceivers : t.summary(arrived, shown.length)}
      </p>
      <ul>
        {shown.map((result) => (
          <Receiver key={targetKey(result.target)} result={result} event={event} {...fixing} />
        ))}
        {shown.length === 0 &&
          unconnected
            .slice(0, 2)
            .map((result) => <Receiver key={targetKey(result.target)} result={result} event={event} {...fixing} />)}
      </ul>
      {shown !== earlier && earlier.length > 0 && (
        <Text component="details" mt="xs" c="dimmed">
          <summary>{t.earlier(earlier.length)}</summary>
          <ul>
            {earlier.map((result) => (
              <Receiver key={targetKey(result.target)} result={result} event={event} {...fixing} />
            ))}
          </ul>
        </Text>
      )}
      {shown.length > 0 && unconnected.length > 0 && (
        <Text mt="xs" className={classes.others}>
          {t.others(unconnected.length)}
        </Text>
      )}
    </li>
  )
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}
