import { VisuallyHidden } from '@mantine/core'
import { IconBolt } from '@tabler/icons-react'
import type { DeliveryState } from '@onair/contract'
import { language, strings } from '../locales/index.ts'
import type { InspectorRecord } from '../lib/records.ts'
import { RecordKindLabel } from './record-kind.tsx'
import type { RowProps } from './windowed-rows.tsx'
import classes from './records.module.css'

const { deliveryStates, faultOf, wireProfileOf, won } = strings('common')

const timeFormat = new Intl.DateTimeFormat(language, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
})
const exactFormat = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'long' })

type Props = {
  record: InspectorRecord
  isSelected: boolean
  /** Whether the request that caused it is above it. */
  isChild: boolean
  onSelect: () => void
  row: RowProps & { 'aria-rowindex': number }
}

/** A record in one row of a table: time, kind, name, who sent what to whom, duration and outcome. */
export function RecordRow({ record, isSelected, isChild, onSelect, row }: Props) {
  const { kind, name, status, tookMs, delivery, wireProfile, fault, date } = record
  return (
    <tr
      {...row}
      className={classes.row}
      data-kind={kind}
      data-child={isChild || undefined}
      data-selected={isSelected || undefined}
      data-failed={(status ?? 0) >= 400 || delivery?.state === 'EXHAUSTED' || undefined}
      onClick={onSelect}
    >
      <td className={classes.time}>
        <time dateTime={date} title={exactFormat.format(new Date(date))}>
          {timeFormat.format(new Date(date))}
        </time>
      </td>
      <td className={classes.kindCell}>
        <RecordKindLabel kind={kind} />
      </td>
      <th scope="row" className={classes.name}>
        <button type="button" aria-pressed={isSelected} data-position={record.position} title={name}>
          {name}
          {wireProfile !== null && ` · ${wireProfileOf(wireProfile)}`}
          {kind === 'request' && <FaultBadge fault={fault} />}
        </button>
      </th>
      <td className={classes.summary}>
        <RecordSummary record={record} />
      </td>
      <td className={classes.took}>{tookMs !== null && `${tookMs} ms`}</td>
      <td className={classes.outcomeCell}>
        <OutcomeBadge status={status} state={delivery?.state ?? null} />
      </td>
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

/** Who sent what to whom. */
function RecordSummary({ record: { summary, appName, channelName, sessionKey } }: { record: InspectorRecord }) {
  const receiver = [channelName, appName, sessionKey?.slice(0, 8) ?? null].filter((one) => one !== null)
  return (
    <>
      {summary?.sender && <bdi className={classes.sender}>{summary.sender}</bdi>}
      {typeof summary?.amount === 'number' && <b>{won(summary.amount)}</b>}
      {summary?.text && <bdi>“{summary.text}”</bdi>}
      {receiver.length > 0 && (
        <span className={classes.receiver}>
          {summary?.sender && '→ '}
          <bdi>{receiver.join(' · ')}</bdi>
        </span>
      )}
    </>
  )
}

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
