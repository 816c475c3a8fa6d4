import { Badge } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { actionLabels } from './action-labels.ts'
import { TraceTree } from '../../ui/trace-tree.tsx'
import { localize, language } from '../../lib/language.ts'
import type { ActionResult } from './use-action-runner.ts'
import { errorMessage, useErrorStrings } from '../../lib/error-message.ts'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import layout from '../../ui/layout.module.css'
import classes from './trigger.module.css'

const timeFormat = new Intl.DateTimeFormat(language, { timeStyle: 'medium' })

/** What the pad did, the last first, with the platform's answers. */
export function ActionLog({ deeds: results }: { deeds: readonly ActionResult[] }) {
  const [last] = results
  const messages = useErrorStrings()
  return (
    <section className="card" aria-labelledby="deeds">
      <h2 id="deeds">{t.title}</h2>
      <span className={layout.visuallyHidden} role="status">
        {last && `${actionLabels.actions[last.act]}: ${last.ok ? t.done : errorMessage(last.error, messages).sentence}`}
      </span>
      {results.length === 0 ? (
        <p className={`soft small ${layout.spaceAbove}`}>{t.none}</p>
      ) : (
        <ol className={`${layout.rows} ${classes.log}`}>
          {results.map((result) => (
            <li key={result.id}>
              <span>
                <Badge color={result.ok ? 'teal' : 'red'} size="sm">
                  {result.ok ? t.done : t.refused}
                </Badge>{' '}
                <b>{actionLabels.actions[result.act]}</b>{' '}
                <time className="soft small" dateTime={result.at}>
                  {timeFormat.format(new Date(result.at))}
                </time>
              </span>
              <span className="small">
                {result.ok ? (
                  result.response !== null && (
                    <CopyableText value={JSON.stringify(result.response)} shown={abbreviate(result.response)} />
                  )
                ) : (
                  <span className={layout.error}>
                    <ErrorText error={result.error} />
                  </span>
                )}
              </span>
              {result.traceId !== null && <ResultTrace chain={result.traceId} isOpen={result === last} />}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** What came of it: of the last deed at once, of the others when one asks. */
function ResultTrace({ chain: traceId, isOpen: isInitiallyOpen }: { chain: string; isOpen: boolean }) {
  const [isExpanded, setExpanded] = useState(false)
  const navigate = useNavigate()
  return (
    <details
      className={classes.trace}
      open={isInitiallyOpen || isExpanded}
      onToggle={(event) => setExpanded(event.currentTarget.open)}
    >
      <summary className="small soft">{t.chain}</summary>
      {(isInitiallyOpen || isExpanded) && (
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
  return text.length > 90 ? `${text.slice(0, 88)}…` : text
}

const t = localize({
  ko: {
    title: '한 일',
    none: '아직 없습니다. 실행하면 플랫폼의 답이 여기에 쌓입니다.',
    done: '완료',
    refused: '거절',
    chain: '무엇이 일어났나',
  },
  en: {
    title: 'What was done',
    none: 'Nothing yet. Play something, and the answers show up here.',
    done: 'done',
    refused: 'refused',
    chain: 'What came of it',
  },
})
