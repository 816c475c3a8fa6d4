import { Badge, Group, Text, VisuallyHidden } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type MouseEvent, type ReactNode } from 'react'
import type { ContentOf } from '@onair/contract'
import type { actions } from '@onair/contract/sandbox/actions'
import { TraceTree } from '../../inspector/components/trace-tree.tsx'
import { language, strings } from '../../../locales/index.ts'
import type { ActionResult, BurstResult } from '../action-runner.ts'
import { errorMessage, useErrorStrings } from '../../../lib/error-message.ts'
import type { SearchOption } from '../../../lib/search-options.ts'
import { CopyableText } from '../../../ui/copyable-text.tsx'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { RecordTime } from '../../inspector/components/record-time.tsx'
import { SentValues } from './sent-values.tsx'
import layout from '../../../ui/layout.module.css'
import classes from '../pages/trigger.module.css'

const { log: t, actions: actionLabels } = strings('trigger')

type Props = {
  results: readonly (ActionResult | BurstResult)[]
  /** Users whose names are known. */
  people: readonly SearchOption[]
}

/** The results of the actions, newest first: what was sent, its response and its trace. A burst is one of them. */
export function ActionLog({ results, people }: Props) {
  const [last] = results
  return (
    <section className="card" aria-labelledby="results">
      <h2 id="results">{t.title}</h2>
      <LastResult result={last} />
      {results.length === 0 ? (
        <Text size="sm" c="dimmed" className={layout.spaceAbove}>
          {t.none}
        </Text>
      ) : (
        <ol className={`${layout.rows} ${layout.dense}`} aria-labelledby="results">
          {results.map((result) =>
            'latest' in result ? (
              <BurstRow key={result.id} burst={result} people={people} />
            ) : (
              <li key={result.id}>
                <ResultLine result={result} people={people} />
                <ResultTrace traceId={result.traceId} isLast={result === last} />
              </li>
            ),
          )}
        </ol>
      )}
    </section>
  )
}

/** The last result, for screen readers. That of a burst is its count. */
function LastResult({ result }: { result: ActionResult | BurstResult | undefined }) {
  const messages = useErrorStrings()
  const outcomeOf = (one: ActionResult | BurstResult) => {
    if ('latest' in one) return `${t.times(countOf(one))} · ${burstOutcome(one)}`
    return one.ok ? doneText(one) : errorMessage(one.error, messages).sentence
  }
  return (
    <VisuallyHidden role="status">{result && `${actionLabels[result.action]}: ${outcomeOf(result)}`}</VisuallyHidden>
  )
}

type RowProps = Pick<Props, 'people'>

function BurstRow({ burst, people }: RowProps & { burst: BurstResult }) {
  const { action, values, at, done, rejected, latest } = burst
  return (
    <li>
      <ResultHead at={at} isOk={rejected === 0} outcome={burstOutcome(burst)}>
        <b>{actionLabels[action]}</b> {t.times(countOf(burst))}
      </ResultHead>
      <SentValues action={action} values={values} people={people} />
      <Details summary={t.latest(latest.length, done + rejected)}>
        <ol className={`${layout.rows} ${layout.dense}`}>
          {latest.map((result) => (
            <li key={result.id}>
              <RecordTime date={result.at} />
              {result.ok ? (
                <SentValues action={action} values={result.values} people={people} />
              ) : (
                <span className={layout.error}>
                  <ErrorText error={result.error} />
                </span>
              )}
              {result.traceId !== null && (
                <Link to="/console/inspector" search={{ traceId: result.traceId }}>
                  {t.trace}
                </Link>
              )}
            </li>
          ))}
        </ol>
      </Details>
    </li>
  )
}

function ResultLine({ result, people }: RowProps & { result: ActionResult }) {
  const { action, values, at, ok, response } = result
  return (
    <>
      <ResultHead at={at} isOk={ok} outcome={ok ? doneText(result) : t.rejected}>
        <b>{actionLabels[action]}</b>
      </ResultHead>
      <SentValues action={action} values={values} people={people} />
      {ok ? (
        response !== null && (
          <span>
            <CopyableText value={JSON.stringify(response)} display={abbreviate(response)} />
          </span>
        )
      ) : (
        <ErrorLine error={result.error} />
      )}
    </>
  )
}

function ErrorLine({ error }: { error: unknown }) {
  return (
    <Text span size="sm" className={layout.error}>
      <ErrorText error={error} />
    </Text>
  )
}

type HeadProps = { at: string; isOk: boolean; outcome: string; children: ReactNode }

function ResultHead({ at, isOk, outcome, children }: HeadProps) {
  return (
    <Group component="span" display="inline-flex" gap="xs">
      <RecordTime date={at} />
      <Badge color={isOk ? 'teal' : 'red'} size="sm">
        {outcome}
      </Badge>
      <span>{children}</span>
    </Group>
  )
}

/** The trace of a result. That of the last result is open. */
function ResultTrace({ traceId, isLast }: { traceId: string | null; isLast: boolean }) {
  const navigate = useNavigate()
  if (traceId === null) return null
  return (
    <Details summary={t.trace} isOpen={isLast}>
      <TraceTree
        app={undefined}
        traceId={traceId}
        onSelect={(record) => void navigate({ to: '/console/inspector', search: { traceId, record } })}
      />
    </Details>
  )
}

/** Content that is rendered while it is open. Until the user opens or closes it, `isOpen` decides. */
function Details({ summary, isOpen = false, children }: { summary: string; isOpen?: boolean; children: ReactNode }) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isShown = chosen ?? isOpen
  const toggle = (event: MouseEvent) => {
    event.preventDefault()
    setChosen(!isShown)
  }
  return (
    <details style={{ width: '100%' }} className={classes.trace} open={isShown}>
      <Text component="summary" size="sm" c="dimmed" onClick={toggle}>
        {summary}
      </Text>
      {isShown && children}
    </details>
  )
}

/** A claim of a reward that the user had claimed before changes nothing. */
function doneText({ action, response }: ActionResult): string {
  const wasClaimed = action === 'claim' && (response as ContentOf<typeof actions.claim> | null)?.isNew === false
  return wasClaimed ? t.claimedBefore : t.done
}

function burstOutcome({ rejected, isStopped }: BurstResult): string {
  const rejections = rejected === 0 ? [] : [t.rejectedCount(rejected)]
  return [...(isStopped ? [t.stopped] : []), ...rejections].join(' · ') || t.done
}

function countOf({ done, rejected }: BurstResult): string {
  return (done + rejected).toLocaleString(language)
}

/** The ID of a response that has only one; otherwise the beginning of its JSON. */
function abbreviate(response: unknown): string {
  const [first, ...others] = Object.entries(response ?? {})
  if (first !== undefined && others.length === 0 && typeof first[1] === 'string') return `${first[0]} ${first[1]}`
  const text = JSON.stringify(response)
  return text.length > 64 ? `${text.slice(0, 62)}…` : text
}
