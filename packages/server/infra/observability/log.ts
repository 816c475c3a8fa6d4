import { pino, stdSerializers, stdTimeFunctions } from 'pino'
import { BufferedOutput } from './buffered-output.ts'
import { escapeControls } from './escape-controls.ts'
import { redactLine } from './redact.ts'

/** Writes one line per event. `text` is `noun.verb_past`; ids go into the fields and a caught error into `error`. */
export type Log = Record<'info' | 'warn' | 'error', (fields: object, text: string) => void> & {
  /** Whether `info` lines are written. Check it before collecting expensive fields. */
  readonly isInfoEnabled: boolean
}

export type LogLevel = 'info' | 'warn' | 'error' | 'silent'

/** JSON lines on standard error, buffered. Disposing, and the end of the process, flushes the buffer. */
export function systemLog(options: { level: LogLevel; destination?: { write(line: string): void } }): Log & Disposable {
  const buffered = options.destination ? null : new BufferedOutput(2)
  const destination = options.destination ?? buffered!
  const logger = pino(
    {
      level: options.level,
      base: { pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      errorKey: 'error',
      serializers: { error: serializeError },
      formatters: { level: (level) => ({ level }) },
      hooks: { streamWrite: (line) => escapeControls(redactLine(line)) },
    },
    destination,
  )
  const isInfoEnabled = logger.isLevelEnabled('info')
  const writeInfo = (fields: object, text: string) => {
    const json = 'error' in fields ? null : tryStringify(fields)
    if (json === null) return logger.info(fields, text)
    destination.write(escapeControls(redactLine(infoLine(json, text))))
  }
  return {
    isInfoEnabled,
    info: isInfoEnabled ? writeInfo : () => {},
    warn: (fields, text) => logger.warn(fields, text),
    error: (fields, text) => logger.error(fields, text),
    [Symbol.dispose]: () => buffered?.[Symbol.dispose](),
  }
}

/** The line that pino writes, in a tenth of its time: production has one for each request. */
function infoLine(fieldsJson: string, text: string): string {
  const separator = fieldsJson === '{}' ? '' : ','
  return `{"level":"info","time":"${isoTime(Date.now())}","pid":${process.pid}${separator}${fieldsJson.slice(1, -1)},"msg":${JSON.stringify(text)}}\n`
}

let second = Number.NaN
let secondText = ''

/** The time as `toISOString` writes it. The part up to the second is formatted once a second. */
function isoTime(now: number): string {
  const ms = now % 1_000
  if (now - ms !== second) {
    second = now - ms
    secondText = new Date(second).toISOString().slice(0, -4)
  }
  return `${secondText}${ms < 10 ? '00' : ms < 100 ? '0' : ''}${ms}Z`
}

/** Null where pino has its own rules: circular values, bigints. */
function tryStringify(fields: object): string | null {
  try {
    return JSON.stringify(fields)
  } catch {
    return null
  }
}

/** Omits the stack while the database or Redis is unavailable: every caller fails, and none is the cause. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (!['DatabaseUnavailable', 'RedisUnavailable'].includes(error.name)) return stdSerializers.err(error)
  const { cause } = error
  return { type: error.name, message: cause instanceof Error ? cause.message : error.message }
}

export const silentLog: Log = { isInfoEnabled: false, info: () => {}, warn: () => {}, error: () => {} }
