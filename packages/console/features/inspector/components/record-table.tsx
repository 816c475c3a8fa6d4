import { useEffect, useMemo } from 'react'
import { callReasonMessage, useErrorStrings } from '../../../lib/error-message.ts'
import { failureMessage } from '../../apps/failure-messages.ts'
import type { InspectorRecord } from '../queries/records.ts'
import { strings } from '../../../locales/index.ts'
import { RecordRow } from './record-row.tsx'
import { WindowedRows } from '../../../ui/windowed-rows.tsx'
import { toTraceRows, type TraceRow } from '../trace-rows.ts'
import { findRow } from '../use-row-place.ts'
import columns from './records.module.css'
import classes from '../pages/inspector.module.css'

const { page: t } = strings('inspector')
const { faultOf } = strings('common')

/** The height of a row, in pixels, as `--row`. */
const rowHeight = 36

type Props = {
  records: readonly InspectorRecord[]
  /** Whether older records can be loaded. */
  hasMore: boolean
  selected: number | undefined
  /** The position of the row to keep when it is scrolled away. */
  kept: number | undefined
  onSelect: (position: number | undefined) => void
}

/** The records, newest trace first, each request above what it caused. Arrow keys move the selection; Esc removes it. */
export function RecordTable({ records, hasMore, selected, kept, onSelect }: Props) {
  const messages = useErrorStrings()
  const rows = useMemo(() => toTraceRows(records), [records])
  const faults = useMemo(() => faultsByEvent(records), [records])
  useSelectionKeys(rows, selected, onSelect)
  return (
    <div className={`card ${classes.records}`}>
      <table aria-label={t.list} aria-rowcount={hasMore ? -1 : rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={columns.time}>
              {t.time}
            </th>
            <th scope="col" className={columns.kindCell}>
              {t.kind}
            </th>
            <th scope="col" className={columns.name}>
              {t.fields.name}
            </th>
            <th scope="col" className={columns.outcomeCell}>
              {t.result}
            </th>
            <th scope="col" className={columns.summary}>
              {t.summary}
            </th>
            <th scope="col" className={columns.took}>
              {t.took}
            </th>
          </tr>
        </thead>
        <WindowedRows
          as="tbody"
          items={rows}
          idField="position"
          rowHeight={rowHeight}
          keptId={kept ?? rows[0]?.position}
        >
          {({ position, record, depth, causedAt }, row, index) => (
            <RecordRow
              record={record}
              problem={problemOf(record, faults, messages)}
              depth={depth}
              causedAt={causedAt}
              isSelected={position === selected}
              onSelect={() => onSelect(position)}
              row={{ ...row, 'aria-rowindex': index + 2 }}
            />
          )}
        </WindowedRows>
      </table>
    </div>
  )
}

/** Why a request was refused, a session was disconnected, a notification was not delivered, or an event did not arrive. */
function problemOf(
  { summary, delivery, reach, eventId }: InspectorRecord,
  faults: ReadonlyMap<string, string>,
  messages: ReturnType<typeof useErrorStrings>,
) {
  if (summary?.reason) return callReasonMessage(summary.reason, messages)
  if (reach !== null && reach.reached < reach.sent) {
    const fault = faults.get(eventId ?? '')
    return fault === undefined ? t.lostByFault : faultOf(fault)
  }
  const failure = summary?.failure ?? (delivery?.state === 'DELIVERED' ? null : delivery?.failure)
  return failure ? failureMessage(failure) : null
}

/** The fault that kept an event from a session. */
function faultsByEvent(records: readonly InspectorRecord[]): ReadonlyMap<string, string> {
  return new Map(
    records.flatMap(({ kind, eventId, fault }) =>
      kind === 'frame' && eventId !== null && fault !== null ? [[eventId, fault] as const] : [],
    ),
  )
}

function useSelectionKeys(rows: readonly TraceRow[], selected: number | undefined, onSelect: Props['onSelect']) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
      if (
        event.target instanceof Element &&
        event.target.closest('input, select, textarea, [role=dialog], [role=menu]')
      )
        return
      if (event.key === 'Escape' && selected !== undefined) return onSelect(undefined)
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      if (step === 0 || rows.length === 0) return
      const at = rows.findIndex(({ position }) => position === selected)
      const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.position
      if (next === undefined) return
      event.preventDefault()
      findRow(next)?.focus()
      onSelect(next)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [rows, selected, onSelect])
}
