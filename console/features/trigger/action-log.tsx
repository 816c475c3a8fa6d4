import { Badge, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { TraceTree } from '../../ui/trace-tree.tsx'
import { language, strings } from '../../locales/index.ts'
import type { ActionResult } from './action-runner.ts'
import { errorMessage, useErrorStrings } from '../../lib/error-message.ts'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import layout from '../../ui/layout.module.css'
import classes from './trigger.module.css'

const { log: t, actions: actionLabels } = strings('trigger')

const timeFormat = new Intl.DateTimeFormat(language, { timeStyle: 'medium' })

type Props = {
  results: readonly ActionResult[]
  /** Whether the trace of the last result is open. In a burst, loading that of each would slow the burst down. */
  isLastOpen: boolean
}

/** The results of the actions, newest first, with their responses. */
export function ActionLog({ results, isLastOpen }: Props) {
  const [last] = results
  const messages = useErrorStrings()
  return (
    <section className="card" aria-labelledby="results">
      <h2 id="results">{t.title}</h2>
      <span className={layout.visuallyHidden} role="status">
        {last && `${actionLabels[last.action]}: ${last.ok ? t.done : errorMessage(last.error, messages).sentence}`}
      </span>
      {results.length === 0 ? (
        <Text size="sm" c="dimmed" className={layout.spaceAbove}>
          {t.none}
        </Text>
      ) : (
        <ol className={`${layout.rows} ${classes.log}`}>
          {results.map((result) => (
            <li key={result.id}>
              <span>
                <Badge color={result.ok ? 'teal' : 'red'} size="sm">
                  {result.ok ? t.done : t.rejected}
                </Badge>{' '}
                <b>{actionLabels[result.action]}</b>{' '}
                <Text component="time" size="sm" c="dimmed" dateTime={result.at}>
                  {timeFormat.format(new Date(result.at))}
                </Text>
              </span>
              <Text span size="sm">
                {result.ok ? (
                  result.response !== null && (
                    <CopyableText value={JSON.stringify(result.response)} display={abbreviate(result.response)} />
                  )
                ) : (
                  <span className={layout.error}>
                    <ErrorText error={result.error} />
                  </span>
                )}
              </Text>
              {result.traceId !== null && (
                <ResultTrace traceId={result.traceId} isLast={isLastOpen && result === last} />
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** The trace of a result. That of the last result is open. */
function ResultTrace({ traceId, isLast }: { traceId: string; isLast: boolean }) {
  const [isExpanded, setExpanded] = useState(false)
  const navigate = useNavigate()
  return (
    <details
      className={classes.trace}
      open={isLast || isExpanded}
      onToggle={(event) => setExpanded(event.currentTarget.open)}
    >
      <Text component="summary" size="sm" c="dimmed">
        {t.trace}
      </Text>
      {(isLast || isExpanded) && (
        <TraceTree
          app={undefined}
          traceId={traceId}
          onSelect={(record) => void navigate({ to: '/console/inspector', search: { traceId, record } })}
        />
      )}
    </details>
  )
}

function abbreviate(response: unknown): string {
  const text = JSON.stringify(response)
  return text.length > 76 ? `${text.slice(0, 74)}…` : text
}
