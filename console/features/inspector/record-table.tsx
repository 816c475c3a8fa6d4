import { useEffect } from 'react'
import type { InspectorRecord } from '../../lib/records.ts'
import { strings } from '../../locales/index.ts'
import { RecordRow } from '../../ui/record-row.tsx'
import columns from '../../ui/records.module.css'
import classes from './inspector.module.css'

const { page: t } = strings('inspector')

type Props = {
  records: readonly InspectorRecord[]
  selected: number | undefined
  onSelect: (position: number | undefined) => void
}

/** The records, newest trace first, each request above what it caused. Arrow keys move the selection; Esc removes it. */
export function RecordTable({ records, selected, onSelect }: Props) {
  const rows = orderByTrace(records)
  useSelectionKeys(
    rows.map(({ record }) => record.position),
    selected,
    onSelect,
  )
  return (
    <div className={`card ${classes.records}`}>
      <table aria-label={t.list}>
        <thead>
          <tr>
            <th scope="col" className={columns.time}>
              {t.time}
            </th>
            <th scope="col" className={columns.kindCell}>
              {t.kind}
            </th>
            <th scope="col" className={columns.name}>
              {t.fields.name}
            </th>
            <th scope="col" className={columns.summary}>
              {t.summary}
            </th>
            <th scope="col" className={columns.took}>
              {t.took}
            </th>
            <th scope="col" className={columns.outcomeCell}>
              {t.fields.status}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ record, isChild }) => (
            <RecordRow
              key={record.position}
              record={record}
              isChild={isChild}
              isSelected={record.position === selected}
              onSelect={() => onSelect(record.position)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function orderByTrace(records: readonly InspectorRecord[]) {
  const traces = Map.groupBy(records, ({ traceId, position }) => traceId ?? position)
  return [...traces.values()].flatMap((trace) =>
    trace.toReversed().map((record, at, [first]) => ({ record, isChild: at > 0 && first?.kind === 'request' })),
  )
}

function useSelectionKeys(positions: readonly number[], selected: number | undefined, onSelect: Props['onSelect']) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
      if (
        event.target instanceof Element &&
        event.target.closest('input, select, textarea, [role=dialog], [role=menu]')
      )
        return
      if (event.key === 'Escape' && selected !== undefined) {
        onSelect(undefined)
        return focusRow(selected)
      }
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      if (step === 0 || positions.length === 0) return
      const at = selected === undefined ? -1 : positions.indexOf(selected)
      const next = positions[Math.min(positions.length - 1, Math.max(0, at + step))]
      if (next === undefined) return
      event.preventDefault()
      onSelect(next)
      focusRow(next)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [positions, selected, onSelect])
}

function focusRow(position: number) {
  document.querySelector<HTMLElement>(`[data-position="${position}"]`)?.focus()
}
