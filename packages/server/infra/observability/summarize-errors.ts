import type { Clock } from '../clock.ts'
import type { Log } from './log.ts'

const windowMs = 1_000
/** Further kinds of one event are counted together. */
const maxKinds = 200

type Level = 'warn' | 'error'
type Kind = { level: Level; text: string; fields: object; repeated: number; timer: Disposable }

/**
 * A log that writes the first warning or error of a kind in full, and those that repeat it as one line per second, with
 * their number and without a stack. Lines that are equal, or whose errors differ only in digits, are of one kind. Disposing
 * writes the pending numbers.
 */
export function summarizeErrors(log: Log, clock: Pick<Clock, 'after'>): Log & Disposable {
  const kinds = new Map<string, Kind>()

  const write = (level: Level) => (fields: object, text: string) => {
    const key = kindKey(level, fields, text)
    const kind = kinds.get(key) ?? (kinds.size < maxKinds ? undefined : kinds.get(text))
    if (kind !== undefined) {
      kind.repeated += 1
      kind.fields = fields
      return
    }
    log[level](fields, text)
    const newKey = kinds.size < maxKinds ? key : text
    kinds.set(newKey, { level, text, fields, repeated: 0, timer: clock.after(windowMs, () => endWindow(newKey)) })
  }
  const writeRepeated = ({ level, text, fields, repeated }: Kind) => {
    if (repeated > 0) log[level]({ ...withoutStack(fields), repeated }, text)
  }
  const endWindow = (key: string) => {
    const kind = kinds.get(key)
    if (kind === undefined) return
    kinds.delete(key)
    if (kind.repeated === 0) return
    writeRepeated(kind)
    kinds.set(key, { ...kind, repeated: 0, timer: clock.after(windowMs, () => endWindow(key)) })
  }
  return {
    isInfoEnabled: log.isInfoEnabled,
    info: log.info,
    warn: write('warn'),
    error: write('error'),
    [Symbol.dispose]() {
      for (const kind of kinds.values()) {
        kind.timer[Symbol.dispose]()
        writeRepeated(kind)
      }
      kinds.clear()
    },
  }
}

function kindKey(level: Level, fields: object, text: string): string {
  const what = 'error' in fields ? describe(fields.error).replaceAll(/\d+/g, '#').slice(0, 200) : JSON.stringify(fields)
  return `${level} ${text} ${what}`
}

/** The error as one line, and no field that differs between lines of one kind. */
function withoutStack(fields: object): object {
  return 'error' in fields ? { error: describe(fields.error) } : fields
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? ` (${describe(error.cause)})` : ''
  return `${error.name}: ${error.message}${cause}`
}
