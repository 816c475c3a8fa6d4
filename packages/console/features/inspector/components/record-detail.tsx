import { Button, CloseButton, CopyButton, Group, Stack, Text } from '@mantine/core'
import { Facts } from '../../../ui/facts.tsx'
import { IconLink } from '../../../ui/icons.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  consoleApi,
  eventTypeOf,
  type RecordDetail as RecordDetailData,
  type RecordKind,
  type WireProfile,
} from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { appsQuery, deliveryQuery } from '../../apps/queries.ts'
import { failureMessage } from '../../apps/failure-messages.ts'
import { findOperationId } from '../../reference/operation-ids.ts'
import { callReasonMessage, useErrorStrings } from '../../../lib/error-message.ts'
import { formatExactTime } from '../../../lib/time-format.ts'
import { strings } from '../../../locales/index.ts'
import { CopyableText, CopyCurlButton } from '../../../ui/copyable-text.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { HeaderList } from '../../../ui/header-list.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { RecordTime } from './record-time.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { traceQuery, TraceTree } from './trace-tree.tsx'
import { recordCurlCommand } from '../record-curl.ts'
import { RecordKindLabel } from './record-kind.tsx'
import { FaultBadge, OutcomeBadge, TestBadge } from './record-row.tsx'
import { listRecords, appForTrace, type InspectorRecord } from '../queries/records.ts'
import { MissingEvent } from './missing-event.tsx'
import classes from '../pages/inspector.module.css'
import layout from '../../../ui/layout.module.css'

const {
  record: t,
  page: { fields },
} = strings('inspector')
const { time, dialog } = strings('common')

type Props = { app: string | undefined; position: number; onSelect: (position: number | undefined) => void }

/** A record: its request and response or its payload, and the trace that it is part of. */
export function RecordDetail({ app, position, onSelect }: Props) {
  const { data, error } = useQuery({
    queryKey: ['records', 'one', app, position],
    queryFn: () => listRecords(appForTrace(app), { after: position - 1, before: position + 1, full: true }),
    refetchInterval: 3_000,
  })
  const [record] = data?.data ?? []
  // The content below the trace does not move when the trace arrives.
  const trace = useQuery({ ...traceQuery(app, record?.traceId ?? ''), enabled: record?.traceId != null })
  const isTracePending = record?.traceId != null && trace.isPending
  return (
    <aside className={`card ${classes.detail}`} aria-label={t.title}>
      <Group component="header" justify="flex-end" align="start" gap="xs">
        <Button className={classes.back} size="compact-sm" variant="default" onClick={() => onSelect(undefined)}>
          {t.back}
        </Button>
        {record && (
          <h2>
            <RecordKindLabel kind={record.kind} /> <span>{record.name}</span>{' '}
            <OutcomeBadge status={record.status} state={record.delivery?.state ?? null} /> <TestBadge record={record} />{' '}
            <FaultBadge fault={record.fault} />
          </h2>
        )}
        <CopyButton value={window.location.href}>
          {({ copied, copy }) => (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconLink size={14} aria-hidden="true" />}
              onClick={copy}
            >
              {copied ? t.shared : t.share}
            </Button>
          )}
        </CopyButton>
        <CloseButton className={classes.close} aria-label={dialog.close} onClick={() => onSelect(undefined)} />
      </Group>
      {error ? (
        <ErrorAlert error={error} />
      ) : data === undefined || isTracePending ? (
        <Loading minHeight="100vh" />
      ) : record === undefined ? (
        <>
          <h2>
            {t.title} {position}
          </h2>
          <p>{t.gone}</p>
        </>
      ) : null}
      {record && !isTracePending && (
        <RecordContent app={app} record={record} trace={trace.data?.data ?? []} onSelect={onSelect} />
      )}
    </aside>
  )
}

type ContentProps = Pick<Props, 'app' | 'onSelect'> & { record: InspectorRecord; trace: readonly InspectorRecord[] }

function RecordContent({ app, record, trace, onSelect }: ContentProps) {
  const { kind, tookMs, traceId, delivery, detail, clientId, appName, channelName } = record
  const messages = useErrorStrings()
  const explained = findEvent(record, trace)
  const explanation = explained && <MissingEvent key={explained.position} app={app} record={explained} />
  return (
    <>
      <Text size="sm" c="dimmed">
        <time dateTime={record.date}>{formatExactTime(new Date(record.date))}</time> · <RelativeTime at={record.date} />{' '}
        {tookMs !== null && `· ${tookMs} ms`}{' '}
        {appName !== null && (
          <>
            · <bdi>{appName}</bdi>
          </>
        )}{' '}
        {channelName !== null && (
          <>
            · <bdi>{channelName}</bdi>
          </>
        )}
      </Text>
      {detail?.reason && (
        <Text px="sm" py="xs" bdrs="md" className={layout.warning}>
          {callReasonMessage(detail.reason, messages)}
        </Text>
      )}
      {detail?.failure && (
        <Text px="sm" py="xs" bdrs="md" className={layout.warning}>
          {failureMessage(detail.failure)}
        </Text>
      )}
      {record.wireProfile !== null && record.name !== 'SYSTEM connected' && (
        <Text px="sm" py="xs" bdrs="md" className={layout.warning}>
          {misfitText(record.kind, record.name, record.wireProfile)}
        </Text>
      )}
      {delivery && clientId !== null && <DeliverySummary clientId={clientId} delivery={delivery} />}
      {traceId !== null && <TraceTree app={app} traceId={traceId} selected={record.position} onSelect={onSelect} />}
      {kind === 'event' && explanation}
      {detail?.payload && <BodyText title={t.payload} body={detail.payload} />}
      {detail?.request && <RequestSection name={record.name} request={detail.request} />}
      {detail?.response && (
        <Stack component="section" gap="xs" aria-label={t.response}>
          <h3 className={layout.subtitle}>{t.response}</h3>
          <CollapsibleHeaders headers={detail.response.headers} />
          {detail.response.body && <BodyText title={t.body} body={detail.response.body} />}
        </Stack>
      )}
      {kind === 'request' && explanation}
      <RecordIds record={record} />
    </>
  )
}

type RequestProps = { name: string; request: NonNullable<NonNullable<InspectorRecord['detail']>['request']> }

/** A request, as it was sent. */
function RequestSection({ name, request }: RequestProps) {
  const operation = findOperationId(name)
  return (
    <Stack component="section" gap="xs" aria-label={t.request}>
      <h3 className={layout.subtitle}>{t.request}</h3>
      <p style={{ overflowWrap: 'anywhere' }}>
        <code>
          {request.method} {request.url}
        </code>
      </p>
      <Group gap="sm">
        <CopyCurlButton command={recordCurlCommand(request, window.location.protocol)} />
        {operation !== undefined && (
          <AnchorLink size="sm" to="/reference/$operation" params={{ operation }}>
            {t.reference}
          </AnchorLink>
        )}
      </Group>
      <CollapsibleHeaders headers={request.headers} />
      {request.body && <BodyText title={t.body} body={request.body} />}
    </Stack>
  )
}

/** The ids of a record, which other pages and programs find it by. */
function RecordIds({ record }: { record: InspectorRecord }) {
  return (
    <Facts isNarrow>
      {[
        [`${fields.traceId} (traceId)`, record.traceId] as const,
        [`${fields.session} (sessionKey)`, record.sessionKey] as const,
        [`${t.eventId} (eventId)`, record.eventId] as const,
        ['Client ID (clientId)', record.clientId] as const,
        [`${fields.channel} (channelId)`, record.channelId] as const,
      ].map(
        ([label, value]) =>
          value !== null && (
            <div key={label}>
              <Text component="dt" size="sm">
                {label}
              </Text>
              <dd>
                <CopyableText value={value} />
              </dd>
            </div>
          ),
      )}
    </Facts>
  )
}

/** The record whose receivers are explained: the event, or the request that caused one, or should have. */
function findEvent(record: InspectorRecord, trace: readonly InspectorRecord[]): InspectorRecord | undefined {
  const { kind, status, name, eventId } = record
  if (kind === 'event') return eventId === null ? undefined : record
  if (kind !== 'request') return undefined
  if (status !== null && status >= 400) return eventTypeOf(name) === undefined ? undefined : record
  const events = trace.filter((one) => one.kind === 'event' && one.eventId !== null)
  return events.length === 1 ? events[0] : undefined
}

function DeliverySummary({
  clientId,
  delivery,
}: {
  clientId: string
  delivery: NonNullable<InspectorRecord['delivery']>
}) {
  const { deliveryId, state, attempts, nextAttemptDate, failure } = delivery
  const queries = useQueryClient()
  const isOwnApp = useQuery(appsQuery({ name: clientId, size: 1 })).data?.data[0]?.clientId === clientId
  const resend = useMutation({
    mutationFn: () =>
      api(consoleApi.webhooks.resendDeliveries, { pathParams: { clientId }, body: { deliveryIds: [deliveryId] } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['records'] }),
  })
  return (
    <section>
      <Text size="sm">
        {t.attempts(attempts)} {failure !== null && `· ${failureMessage(failure)}`}{' '}
        {nextAttemptDate !== null && state === 'WAITING' && (
          <>
            · <RelativeTime at={nextAttemptDate} phrase={time.nextAttempt} />
          </>
        )}
      </Text>
      {isOwnApp && (
        <Group gap="sm" mt="xs">
          {state !== 'WAITING' && (
            <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
              {t.resend}
            </Button>
          )}
          <AnchorLink size="sm" to="/console/apps/$clientId/deliveries/$deliveryId" params={{ clientId, deliveryId }}>
            {t.notification}
          </AnchorLink>
        </Group>
      )}
      {isOwnApp && <Attempts clientId={clientId} deliveryId={deliveryId} />}
      {resend.error && <ErrorAlert error={resend.error} retry={() => resend.mutate()} />}
    </section>
  )
}

/** The attempts of a delivery: when each began, its result, and the last response. */
function Attempts({ clientId, deliveryId }: { clientId: string; deliveryId: string }) {
  const { data: delivery } = useQuery(deliveryQuery(clientId, deliveryId))
  const attempts = delivery?.attemptsMade ?? []
  const lastResponse = attempts.findLast(({ response }) => response !== null)?.response ?? null
  if (attempts.length === 0) return null
  return (
    <>
      <ol className={layout.dense} aria-label={t.attemptList}>
        {attempts.map(({ retryNo, beganDate, tookMs, status, failure }) => (
          <li key={retryNo}>
            <RecordTime date={beganDate} /> <OutcomeBadge status={status} state={null} />{' '}
            {tookMs !== null && `${tookMs} ms`} {status === null && failure !== null && failureMessage(failure)}
          </li>
        ))}
      </ol>
      {lastResponse !== null && lastResponse.body.text !== '' && (
        <BodyText title={t.lastResponse} body={{ text: lastResponse.body.text, truncated: lastResponse.truncated }} />
      )}
    </>
  )
}

function CollapsibleHeaders({ headers }: { headers: Record<string, string> }) {
  return (
    <details>
      <Text component="summary" size="sm" c="dimmed">
        {t.headers} ({Object.keys(headers).length})
      </Text>
      <HeaderList headers={headers} />
    </details>
  )
}

function BodyText({ title, body }: { title: string; body: NonNullable<RecordDetailData['payload']> }) {
  return (
    <div>
      <Text span size="sm" c="dimmed">
        {title}
      </Text>
      <CodeBlock text={formatJson(body.text)} value={body.text} label={title} language="json" isWrapped />
      {body.truncated && (
        <Text size="sm" c="dimmed">
          {t.truncated}
        </Text>
      )}
    </div>
  )
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Why the client of a record seems to need the other wire profile. */
function misfitText(kind: RecordKind, name: string, wireProfile: WireProfile): string {
  if (kind === 'request') return t.ofPublicService
  return name === 'silent' ? t.silent(wireProfile) : t.neverSubscribed(wireProfile)
}
