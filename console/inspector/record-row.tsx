import { Moment } from '../parts/moment.tsx'
import { kindWords } from './kinds.ts'
import type { Shown } from './records.ts'

/** A record in a line: what, how it went, who, when. */
export function RecordRow({ record, isChosen, onChoose }: { record: Shown; isChosen: boolean; onChoose: () => void }) {
  const { kind, name, status, delivery, appName, channelName, date } = record
  return (
    <button type="button" className="record" data-kind={kind} aria-pressed={isChosen} onClick={onChoose}>
      <span className="record-kind">{kindWords[kind]}</span>
      <span className="record-name">{name}</span>
      <Outcome status={status} state={delivery?.state ?? null} />
      <span className="record-who">
        {[channelName, appName]
          .filter((one) => one !== null)
          .map((one) => (
            <bdi key={one}>{one}</bdi>
          ))}
      </span>
      <span className="record-when">
        <Moment at={date} />
      </span>
    </button>
  )
}

/** A status or a state, in its colour. */
export function Outcome({ status, state }: { status: number | null; state: string | null }) {
  const said = state ?? status
  if (said === null) return null
  return (
    <span className="outcome" data-tone={state === null ? toneOf(status ?? 0) : (tones[state] ?? 'good')}>
      {said}
    </span>
  )
}

function toneOf(status: number): string {
  if (status < 400) return 'good'
  return status < 500 ? 'warn' : 'bad'
}

const tones: Record<string, string> = { DELIVERED: 'good', WAITING: 'warn', GIVEN_UP: 'bad' }
