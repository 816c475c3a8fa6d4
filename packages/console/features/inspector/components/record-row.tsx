import { Badge, VisuallyHidden } from '@mantine/core'
import { IconBolt } from '../../../ui/icons.tsx'
import { testClaimPrefix, type DeliveryState } from '@onair/contract'
import { strings } from '../../../locales/index.ts'
import type { InspectorRecord } from '../queries/records.ts'
import { RecordKindLabel } from './record-kind.tsx'
import { RecordTime } from './record-time.tsx'
import type { RowProps } from '../../../ui/windowed-rows.tsx'
import layout from '../../../ui/layout.module.css'
import classes from './records.module.css'

const { deliveryStates, faultOf, noSubscriber, reachOf, webhooks, wireProfileOf, won } = strings('common')

type Props = {
  record: InspectorRecord
  /** Why it was refused or failed. */
  problem: string | null
  isSelected: boolean
  /** 0 for the first of a trace, 1 and 2 for what it caused. */
  depth: number
  /** The time of the first record of the trace, for the records that it caused. */
  causedAt: string | undefined
  onSelect: () => void
  row: RowProps & { 'aria-rowindex': number }
}

/** A record in one row of a table: time, kind, name, outcome, why it failed, who sent what to whom, and duration. */
export function RecordRow({ record, problem, isSelected, depth, causedAt, onSelect, row }: Props) {
  const { kind, name, status, tookMs, delivery, wireProfile, fault, date } = record
  return (
    <tr
      {...row}
      className={classes.row}
      data-kind={kind}
      data-depth={depth === 0 ? undefined : depth}
      data-selected={isSelected || undefined}
      data-failed={(status ?? 0) >= 400 || delivery?.state === 'EXHAUSTED' || undefined}
      onClick={onSelect}
    >
      <td className={classes.time}>
        <RecordTime date={date} causedAt={causedAt} />
      </td>
      <td className={classes.kindCell}>
        <RecordKindLabel kind={kind} />
      </td>
      <th scope="row" className={classes.name}>
        <button
          type="button"
          className={layout.plainButton}
          aria-pressed={isSelected}
          data-position={record.position}
          title={name}
        >
          <span className={`clip ${classes.nameText}`}>
            {name}
            {wireProfile !== null && ` · ${wireProfileOf(wireProfile)}`}
          </span>
          {kind === 'request' && <FaultBadge fault={fault} />}
        </button>
      </th>
      <td className={classes.outcomeCell}>
        <OutcomeBadge status={status} state={delivery?.state ?? null} />
        <Reach reach={record.reach} />
      </td>
      <td className={classes.summary}>
        <div>
          <TestBadge record={record} />
          {problem !== null && <span className={classes.problem}>{problem}</span>}
          {delivery === null ? (
            <RecordSummary record={record} depth={depth} />
          ) : (
            <DeliverySummary record={record} delivery={delivery} />
          )}
        </div>
      </td>
      <td className={classes.took}>{tookMs !== null && `${tookMs} ms`}</td>
    </tr>
  )
}

/** The fault that the fault plan of a sandbox injected. */
export function FaultBadge({ fault }: { fault: string | null }) {
  if (fault === null) return null
  return (
    <span className={classes.fault} title={faultOf(fault)}>
      <IconBolt size={12} aria-hidden="true" />
      <VisuallyHidden>{faultOf(fault)}</VisuallyHidden>
      <span aria-hidden>{fault}</span>
    </span>
  )
}

/** Marks the event and the notification of a test of a webhook. */
export function TestBadge({ record: { eventId, delivery } }: { record: InspectorRecord }) {
  const isTest = delivery?.isTest ?? eventId?.startsWith(testClaimPrefix)
  return isTest === true ? (
    <Badge size="sm" color="gray" flex="none">
      {webhooks.test}
    </Badge>
  ) : null
}

/** The name of the endpoint that a notification is sent to. */
export function endpointLabel(clientId: string | null, { endpointId, endpointName }: Delivery): string {
  return endpointId === clientId ? webhooks.registered : (endpointName ?? webhooks.deletedEndpoint)
}

/** To which endpoint, about which reward. */
function DeliverySummary({ record: { clientId, appName, channelName }, delivery }: DeliverySummaryProps) {
  const { rewardName } = delivery
  return (
    <>
      <bdi className={classes.sender}>{endpointLabel(clientId, delivery)}</bdi>
      {rewardName !== null && <bdi className={classes.content}>“{rewardName}”</bdi>}
      <span className="soft">
        <bdi>{[channelName, appName].filter((one) => one !== null).join(' · ')}</bdi>
      </span>
    </>
  )
}

type Delivery = NonNullable<InspectorRecord['delivery']>
type DeliverySummaryProps = { record: InspectorRecord; delivery: Delivery }

/** Who sent what to whom. Below its event, only the receiver, in which the records differ. */
function RecordSummary({ record: { kind, summary, reach, appName, channelName, sessionKey }, depth }: SummaryProps) {
  const session = sessionKey?.slice(0, 8) ?? null
  const isMessage = kind === 'frame'
  const receiver = (isMessage ? [appName, session, channelName] : [channelName, appName, session]).filter(
    (one) => one !== null,
  )
  const hasContent = depth < 2 && summary !== null && (summary.sender ?? summary.text ?? summary.amount) !== null
  const to = receiver.length > 0 && (
    <span className="soft">
      {hasContent && !isMessage && '→ '}
      <bdi>{receiver.join(' · ')}</bdi>
    </span>
  )
  return (
    <>
      {isMessage && to}
      {hasContent && (
        <>
          {summary.sender && <bdi className={classes.sender}>{summary.sender}</bdi>}
          {typeof summary.amount === 'number' && <b>{won(summary.amount)}</b>}
          {summary.text && <bdi className={classes.content}>“{summary.text}”</bdi>}
        </>
      )}
      {!isMessage && to}
      {reach?.sent === 0 && <span className={`soft ${classes.hint}`}>· {noSubscriber}</span>}
    </>
  )
}

/** To how many sessions an event was sent, and how many of them it reached. */
function Reach({ reach }: Pick<InspectorRecord, 'reach'>) {
  if (reach === null) return null
  return (
    <span
      className={classes.outcome}
      data-tone={reach.reached < reach.sent ? 'bad' : reach.sent === 0 ? 'warn' : 'good'}
    >
      {reachOf(reach.reached, reach.sent)}
    </span>
  )
}

type SummaryProps = { record: InspectorRecord; depth: number }

/** The status of a response or the state of a delivery. */
export function OutcomeBadge({ status, state }: { status: number | null; state: DeliveryState | null }) {
  const label = state === null ? status : deliveryStates[state]
  if (label === null) return null
  return (
    <span className={classes.outcome} data-tone={state === null ? toneOfStatus(status ?? 0) : tonesByState[state]}>
      {label}
    </span>
  )
}

function toneOfStatus(status: number): string {
  if (status < 400) return 'good'
  return status < 500 ? 'warn' : 'bad'
}

const tonesByState: Record<DeliveryState, string> = { DELIVERED: 'good', WAITING: 'warn', EXHAUSTED: 'bad' }
