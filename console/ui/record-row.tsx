import type { DeliveryState } from '@onair/contract'
import { RelativeTime } from './relative-time.tsx'
import { strings } from '../locales/index.ts'
import type { InspectorRecord } from '../lib/records.ts'
import classes from './records.module.css'

const { recordKinds, deliveryStates, wireProfileOf } = strings('common')

/** A record in one line: kind, name, outcome, owner and time. */
export function RecordRow({
  record,
  isSelected,
  onSelect,
}: {
  record: InspectorRecord
  isSelected: boolean
  onSelect: () => void
}) {
  const { kind, name, status, delivery, appName, channelName, wireProfile, date } = record
  return (
    <button type="button" className={classes.row} data-kind={kind} aria-pressed={isSelected} onClick={onSelect}>
      <span className={classes.kind}>{recordKinds[kind]}</span>
      <span className={classes.name}>
        {name}
        {wireProfile !== null && ` · ${wireProfileOf(wireProfile)}`}
      </span>
      <OutcomeBadge status={status} state={delivery?.state ?? null} />
      <span className={classes.owner}>
        {[channelName, appName]
          .filter((one) => one !== null)
          .map((one) => (
            <bdi key={one}>{one}</bdi>
          ))}
      </span>
      <span className={classes.time}>
        <RelativeTime at={date} isInControl />
      </span>
    </button>
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
