import { Badge, Box, Button, Table, Text, UnstyledButton } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import {
  consoleApi,
  eventTypeOf,
  sandboxApi,
  webhookEvents,
  type DeliveryState,
  type MissingEventCode,
} from '@onair/contract'
import { appListsKey } from '../../apps/queries.ts'
import { api } from '../../../lib/api.ts'
import { isSandbox } from '../../../lib/page-settings.ts'
import { strings } from '../../../locales/index.ts'
import { failureMessage } from '../../apps/failure-messages.ts'
import { callReasonMessage, useErrorStrings } from '../../../lib/error-message.ts'
import { DeliveryStateBadge } from '../../apps/components/webhook/delivery-state-badge.tsx'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { InlineCode } from '../../../ui/inline-code.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { explainMissingEvent, framesQuery, type Explanation, type InspectorRecord } from '../queries/records.ts'
import { nextStepOf } from '../next-step.ts'
import { findTargets, type Target, type TargetGroups } from '../delivery-targets.ts'
import type { MissingEventDetails } from '../../../locales/en/inspector.ts'
import layout from '../../../ui/layout.module.css'
import classes from '../pages/inspector.module.css'

const { missingEvent: t, explanations } = strings('inspector')
const { faultOf, time, webhooks } = strings('common')

/** A session, and the webhooks of an application, are one request, so the least likely ones are explained on demand. */
const receiversPerPage = 12

/** Every session, or every webhook, that could have received an event, each with the reason why it did or did not. */
export function MissingEvent({ app, record }: { app: string | undefined; record: InspectorRecord }) {
  const groups = useTargets(app, record)
  if (groups === null) return <Loading minHeight="16rem" />
  const receivers = groups.flatMap(({ group, targets }) => targets.map((target) => ({ group, target })))
  return (
    <section aria-labelledby="why">
      <h3 className={layout.subtitle} id="why">
        {t.title}
      </h3>
      {receivers[0] === undefined ? (
        <Text size="sm" c="dimmed">
          {t.none}
        </Text>
      ) : (
        <Receivers record={record} first={receivers[0]} receivers={receivers} />
      )}
    </section>
  )
}

type Receiver = { group: string; target: Target }
type ReceiversProps = { record: InspectorRecord; first: Receiver; receivers: readonly Receiver[] }

/** The explanation for each receiver. If no event occurred, the reason of all is said once. */
function Receivers({ record, first, receivers }: ReceiversProps) {
  const { data, isPending } = useQuery(explanationQuery(record, first.target))
  if (isPending) return <Loading minHeight={(record.status ?? 0) < 400 ? '16rem' : '5rem'} />
  if (data === undefined || !noEventCodes.has(data.reason))
    return <ReceiverTable record={record} receivers={receivers} />
  return (
    <>
      <Box mb="xs" fz="sm">
        <Verdict app={first.target.app} verdict={data} error={null} />
      </Box>
      <details>
        <Text component="summary" size="sm" c="dimmed">
          {t.receivers(receivers.length)}
        </Text>
        <ul className={layout.steps}>
          {receivers.map(({ target }) => (
            <li key={targetKey(target)}>
              <bdi>{target.label}</bdi>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

export function explanationQuery(record: InspectorRecord, { app: clientId, sessionKey, to }: Target) {
  return {
    queryKey: ['explanation', record.position, clientId, sessionKey, to],
    queryFn: () =>
      explainMissingEvent(clientId, {
        recordPosition: record.position,
        ...(sessionKey !== undefined && { sessionKey }),
        ...(to !== undefined && { to }),
      }),
    // The table that shows the error of a receiver mounts after it.
    retryOnMount: false,
  }
}

function ReceiverTable({ record, receivers }: Omit<ReceiversProps, 'first'>) {
  const [shownCount, setShownCount] = useState(receiversPerPage)
  const [isUnfolded, setUnfolded] = useState(false)
  const shown = receivers.slice(0, shownCount)
  const shownSessions = new Set(shown.flatMap(({ target }) => target.sessionKey ?? []))
  const explained = useQueries({ queries: shown.map(({ target }) => explanationQuery(record, target)) })
  const isAnySent = explained.some(
    ({ data }) => data?.reason === 'SENT' || data?.endpoints.some(({ reason }) => reason === 'SENT'),
  )
  const results = shown.map((receiver, index) => ({
    ...receiver,
    verdict: explained[index]?.data,
    error: explained[index]?.error ?? null,
  }))
  const appsWithSession = new Set(
    receivers.flatMap(({ target }) => (target.sessionKey === undefined ? [] : target.app)),
  )
  const [folded, listed] = partition(results, ({ target, verdict }) => {
    const isApp = target.to === undefined && !appsWithSession.has(target.app)
    return isApp && verdict !== undefined && notConnectedCodes.has(verdict.reason)
  })
  // A single one takes as much room as the line that would hide it.
  const [hidden, rows] = folded.length > 1 ? [folded, listed] : [[], results]
  const rowOf = ({ target, verdict, error }: (typeof results)[number]) => (
    <>
      <ReceiverRow
        app={target.app}
        label={target.label}
        verdict={verdict}
        error={error}
        isListed={target.sessionKey === undefined && shownSessions.has(verdict?.details.sessionKey ?? '')}
      />
      {verdict?.endpoints.map(({ endpointId, name, ...ofEndpoint }) => (
        <ReceiverRow
          key={endpointId}
          app={target.app}
          label={`${target.appName} · ${name ?? webhooks.deletedEndpoint}`}
          verdict={ofEndpoint}
          error={null}
        />
      ))}
    </>
  )
  return (
    <>
      <Table fz="sm" horizontalSpacing="xs" verticalSpacing={6} className={classes.receivers} aria-labelledby="why">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t.receiver}</Table.Th>
            <Table.Th scope="col">{t.result}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((result, index) => (
            <Fragment key={targetKey(result.target)}>
              {result.group !== rows[index - 1]?.group && (
                <Table.Tr className={classes.receiverGroup}>
                  <Table.Th colSpan={2} scope="rowgroup">
                    {result.group}
                  </Table.Th>
                </Table.Tr>
              )}
              {rowOf(result)}
            </Fragment>
          ))}
          {hidden.length > 0 && (
            <Table.Tr>
              <Table.Td colSpan={2}>
                <UnstyledButton
                  className={classes.fold}
                  aria-expanded={isUnfolded}
                  onClick={() => setUnfolded(!isUnfolded)}
                >
                  {t.notConnected(hidden.length)}
                </UnstyledButton>
              </Table.Td>
            </Table.Tr>
          )}
          {isUnfolded && hidden.map((result) => <Fragment key={targetKey(result.target)}>{rowOf(result)}</Fragment>)}
        </Table.Tbody>
      </Table>
      {isAnySent && (
        <Text size="sm" c="dimmed" mt="xs">
          {t.notHandled[shown[0]?.target.to ?? 'SESSION']}
        </Text>
      )}
      {receivers.length > shownCount && (
        <Button size="xs" variant="default" mt="xs" onClick={() => setShownCount(shownCount + receiversPerPage)}>
          {t.more(receivers.length - shownCount)}
        </Button>
      )}
    </>
  )
}

/** Why an application had no session for the event. */
export const notConnectedCodes: ReadonlySet<MissingEventCode> = new Set<MissingEventCode>([
  'APP_LACKS_SCOPE',
  'NOT_GRANTED',
  'NEVER_CONNECTED',
])

function partition<T>(items: readonly T[], matches: (item: T) => boolean): [matching: T[], others: T[]] {
  return [items.filter(matches), items.filter((item) => !matches(item))]
}

type VerdictProps = {
  /** The client id of the receiver. */
  app: string
  verdict: Pick<Explanation, 'reason' | 'details'> | undefined
  error: unknown
  /** Whether the session with this reason has a row of its own. */
  isListed?: boolean
}

function ReceiverRow({ label, ...result }: VerdictProps & { label: string }) {
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <bdi>{label}</bdi>
      </Table.Th>
      <Table.Td>
        <Verdict {...result} />
      </Table.Td>
    </Table.Tr>
  )
}

function Verdict({ app, verdict, error, isListed = false }: VerdictProps) {
  const messages = useErrorStrings()
  if (error !== null) return <ErrorText error={error} />
  if (verdict === undefined) return <span className={`${layout.skeleton} ${classes.verdict}`} />
  const { reason, details } = verdict
  if (isListed)
    return (
      <>
        <ResultBadge reason={reason} details={details} /> {t.seeSessions}
      </>
    )
  const { text, more, next } = sentencesOf(verdict, messages)
  const step = nextStepOf(app, verdict)
  // The end of a session URL that is still valid is not when something happened.
  const date = reason === 'NEVER_CONNECTED' && !details.sessionUrlExpired ? null : details.date
  return (
    <>
      <ResultBadge reason={reason} details={details} /> <span>{text}</span>{' '}
      {date !== null &&
        (reason === 'WAITING' ? (
          <div>
            <RelativeTime at={date} phrase={time.nextAttempt} />
          </div>
        ) : (
          <span style={{ whiteSpace: 'nowrap' }}>
            (<RelativeTime at={date} />)
          </span>
        ))}
      {more.map((line) => (
        <div key={line}>{line}</div>
      ))}
      <RefusedRequestLink app={app} verdict={verdict} />
      {next !== null && (
        <Text component="div" size="sm" c="dimmed">
          {step === null ? (
            <InlineCode text={next} />
          ) : (
            <AnchorLink inherit {...step}>
              <InlineCode text={next} />
            </AnchorLink>
          )}
        </Text>
      )}
    </>
  )
}

type RefusedRequestProps = { app: string; verdict: Pick<Explanation, 'details'> }

/** A link to the record of the request that was refused, if the reason is one. */
export function RefusedRequestLink({ app, verdict }: RefusedRequestProps) {
  const { recordPosition } = verdict.details
  if (recordPosition === null) return null
  return (
    <AnchorLink size="sm" to="/console/inspector" search={{ app, record: recordPosition }}>
      {t.refused}
    </AnchorLink>
  )
}

/** Why an event did or did not arrive: the reason, what is known about it, and what to do next. */
export function sentencesOf(
  { reason, details }: Pick<Explanation, 'reason' | 'details'>,
  messages: ReturnType<typeof useErrorStrings>,
): { text: string; more: string[]; next: string | null } {
  const withSentences: MissingEventDetails = {
    ...details,
    refusal: details.errorReason === null ? '' : callReasonMessage(details.errorReason, messages),
    failure: details.failure === null ? null : failureMessage(details.failure),
  }
  const { text, more, next } = explanations[reason]
  const fault = details.fault === null || reason === 'LOST_BY_FAULT' ? null : faultOf(details.fault)
  const lines = [...(more?.(withSentences) ?? []), fault].filter((line) => line !== null && line !== '') as string[]
  return { text: text(withSentences), more: lines, next }
}

/** The state of a notification, as in its trace; otherwise whether the event was sent. */
function ResultBadge({ reason, details }: Pick<Explanation, 'reason' | 'details'>) {
  const state = details.deliveryId === null ? undefined : deliveryStates[reason]
  if (state !== undefined) return <DeliveryStateBadge state={state} size="sm" />
  const isSent = reason === 'SENT'
  return (
    <Badge size="sm" color={isSent ? 'teal' : 'orange'} title={reason}>
      {isSent ? t.sent : t.notSent}
    </Badge>
  )
}

const deliveryStates: Partial<Record<MissingEventCode, DeliveryState>> = {
  SENT: 'DELIVERED',
  WAITING: 'WAITING',
  WEBHOOK_DISABLED: 'WAITING',
  EXHAUSTED: 'EXHAUSTED',
}

const noEventCodes: ReadonlySet<MissingEventCode> = new Set<MissingEventCode>([
  'NOTHING_HAPPENED',
  'RESTRICTED',
  'REFUSED_BY_CHAT_RULES',
  'REFUSED',
])

export function targetKey({ app, sessionKey, to }: Target): string {
  return [app, sessionKey, to].join(' ')
}

type AppName = { clientId: string; name: string }

/** The newest applications, or one: in a sandbox those of all people, whose events it shows to guests too. */
function appNamesQuery(app: string | undefined) {
  return {
    queryKey: [...appListsKey, 'names', app],
    queryFn: async (): Promise<AppName[]> => {
      const name = app === undefined ? {} : { name: app }
      const { data } = isSandbox
        ? await api(sandboxApi.apps.listApps, { query: name })
        : await api(consoleApi.apps.listApps, { query: name })
      return data
    },
  }
}

/**
 * The latest sessions, and any session of each application, or the webhooks of the applications; null while they load. A
 * claim is sent to the webhooks of one application.
 */
export function useTargets(app: string | undefined, record: InspectorRecord): TargetGroups | null {
  // If there are many applications, only the webhooks of the newest are read.
  const apps = useQuery(appNamesQuery(app))
  const connected = useQuery(framesQuery(app, 'SYSTEM connected')).data?.data
  const closed = useQuery(framesQuery(app, 'closed')).data?.data
  if (connected === undefined || closed === undefined || apps.isPending) return null
  // A session of a channel gets no events of another one.
  const possible = connected.filter(
    ({ channelId }) => channelId === null || record.channelId === null || channelId === record.channelId,
  )
  const names = new Map([
    ...possible.map(({ clientId, appName }) => [clientId ?? '', appName ?? ''] as const),
    ...(apps.data ?? []).map(({ clientId, name }) => [clientId, name] as const),
  ])
  const eventType = record.kind === 'event' ? record.name : eventTypeOf(record.name)
  const isWebhookEvent = eventType !== undefined && eventType in webhookEvents
  const { clientId: ofApp } = record
  const selectedApps =
    isWebhookEvent && record.kind === 'event' && ofApp !== null
      ? new Map([[ofApp, record.appName ?? '']])
      : new Map([...names].filter(([clientId]) => app === undefined || clientId === app))
  return findTargets(record.position, { connected: possible, closed, apps: selectedApps, isWebhookEvent })
}
