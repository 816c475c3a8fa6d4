import { Badge, Button, Text } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { eventTypeOf, webhookEvents } from '@onair/contract'
import { appsQuery } from '../../lib/app-queries.ts'
import { strings } from '../../locales/index.ts'
import { failureMessage } from '../../lib/failure-messages.ts'
import { reasonMessage, useErrorStrings } from '../../lib/error-message.ts'
import { ErrorText } from '../../ui/error-text.tsx'
import { InlineCode } from '../../ui/inline-code.tsx'
import { Loading } from '../../ui/loading.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { explainMissingEvent, listRecords, type Explanation, type InspectorRecord } from '../../lib/records.ts'
import { findTargets, type Target, type TargetGroups } from './delivery-targets.ts'
import type { MissingEventDetails } from '../../locales/en/inspector.ts'
import layout from '../../ui/layout.module.css'
import classes from './inspector.module.css'

const { missingEvent: t, explanations } = strings('inspector')
const { time } = strings('common')

/** A session, and the webhooks of an application, are one request, so the least likely ones are explained on demand. */
const receiversPerPage = 12

/** Every session, or every webhook, that could have received an event, each with the reason why it did or did not. */
export function MissingEvent({ app, record }: { app: string | undefined; record: InspectorRecord }) {
  const groups = useTargets(app, record)
  const [shownCount, setShownCount] = useState(receiversPerPage)
  const targets = groups?.flatMap(({ group, targets: items }) => items.map((target) => ({ group, target }))) ?? []
  const shown = targets.slice(0, shownCount)
  const explained = useQueries({
    queries: shown.map(({ target: { app: clientId, sessionKey, to } }) => ({
      queryKey: ['explanation', record.position, clientId, sessionKey, to],
      queryFn: () =>
        explainMissingEvent(clientId, {
          recordPosition: record.position,
          ...(sessionKey !== undefined && { sessionKey }),
          ...(to !== undefined && { to }),
        }),
    })),
  })
  const isAnySent = explained.some(
    ({ data }) => data?.reason === 'SENT' || data?.endpoints.some(({ reason }) => reason === 'SENT'),
  )
  if (groups === null) return <Loading minHeight="16rem" />
  return (
    <section aria-labelledby="why">
      <h3 className={layout.sectionTitle} id="why">
        {t.title}
      </h3>
      {targets.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t.none}
        </Text>
      ) : (
        <table className={classes.receivers} aria-labelledby="why">
          <thead>
            <tr>
              <th scope="col">{t.receiver}</th>
              <th scope="col">{t.result}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ group, target }, index) => (
              <Fragment key={targetKey(target)}>
                {group !== shown[index - 1]?.group && (
                  <tr className={classes.receiverGroup}>
                    <th colSpan={2} scope="rowgroup">
                      {group}
                    </th>
                  </tr>
                )}
                <ReceiverRow
                  label={target.label}
                  verdict={explained[index]?.data}
                  error={explained[index]?.error ?? null}
                />
                {explained[index]?.data?.endpoints.map(({ endpointId, name, ...verdict }) => (
                  <ReceiverRow
                    key={endpointId}
                    label={`${target.appName} · ${name ?? t.deletedEndpoint}`}
                    verdict={verdict}
                    error={null}
                  />
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      )}
      {isAnySent && (
        <Text size="sm" c="dimmed" mt="xs">
          {t.notHandled[shown[0]?.target.to ?? 'SESSION']}
        </Text>
      )}
      {targets.length > shownCount && (
        <Button size="xs" variant="default" mt="xs" onClick={() => setShownCount(shownCount + receiversPerPage)}>
          {t.more(targets.length - shownCount)}
        </Button>
      )}
    </section>
  )
}

type VerdictDetails = Pick<Explanation, 'reason' | 'details'>

function ReceiverRow({ label, ...result }: { label: string; verdict: VerdictDetails | undefined; error: unknown }) {
  return (
    <tr>
      <th scope="row">
        <bdi>{label}</bdi>
      </th>
      <td>
        <Verdict {...result} />
      </td>
    </tr>
  )
}

function Verdict({ verdict, error }: { verdict: VerdictDetails | undefined; error: unknown }) {
  const messages = useErrorStrings()
  if (error !== null) return <ErrorText error={error} />
  if (verdict === undefined) return <span className={`${layout.skeleton} ${classes.verdict}`} />
  const { reason, details } = verdict
  const withSentences: MissingEventDetails = {
    ...details,
    refusal:
      details.errorReason === null
        ? ''
        : (reasonMessage(details.errorReason, messages) ?? `(${details.errorReason.code})`),
    failure: details.failure === null ? null : failureMessage(details.failure),
  }
  const isSent = reason === 'SENT'
  // The end of a session URL that is still valid is not when something happened.
  const date = reason === 'NEVER_CONNECTED' && !details.sessionUrlExpired ? null : details.date
  return (
    <>
      <Badge size="sm" color={isSent ? 'teal' : 'orange'} title={reason}>
        {isSent ? t.sent : t.notSent}
      </Badge>{' '}
      {explanations[reason].text(withSentences)}{' '}
      {date !== null && (
        <span className={classes.when}>
          {reason === 'WAITING' ? (
            <RelativeTime at={date} phrase={time.nextAttempt} />
          ) : (
            <>
              (<RelativeTime at={date} />)
            </>
          )}
        </span>
      )}
      {explanations[reason].next !== null && (
        <Text component="div" size="sm" c="dimmed">
          <InlineCode text={explanations[reason].next} />
        </Text>
      )}
    </>
  )
}

function targetKey({ app, sessionKey, to }: Target): string {
  return [app, sessionKey, to].join(' ')
}

/**
 * The latest sessions, and any session of each application, or the webhooks of the applications; null while they load. A
 * claim is sent to the webhooks of one application.
 */
function useTargets(app: string | undefined, record: InspectorRecord): TargetGroups | null {
  // With many applications, the webhooks of the newest.
  const apps = useQuery(appsQuery(app === undefined ? {} : { name: app }))
  const framesQuery = (name: string) => ({
    queryKey: ['records', 'sessions', app, name],
    queryFn: () => listRecords(app, { kind: 'frame', name, size: 100 }),
  })
  const connected = useQuery(framesQuery('SYSTEM connected')).data?.data
  const closed = useQuery(framesQuery('closed')).data?.data
  if (connected === undefined || closed === undefined || apps.isPending) return null
  const names = new Map([
    ...connected.map(({ clientId, appName }) => [clientId ?? '', appName ?? ''] as const),
    ...(apps.data?.data ?? []).map(({ clientId, name }) => [clientId, name] as const),
  ])
  const eventType = record.kind === 'event' ? record.name : eventTypeOf(record.name)
  const isWebhookEvent = eventType !== undefined && eventType in webhookEvents
  const { clientId: ofApp } = record
  const selectedApps =
    isWebhookEvent && record.kind === 'event' && ofApp !== null
      ? new Map([[ofApp, record.appName ?? '']])
      : new Map([...names].filter(([clientId]) => app === undefined || clientId === app))
  return findTargets(record.position, { connected, closed, apps: selectedApps, isWebhookEvent })
}
