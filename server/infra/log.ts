import { destination as bufferedDestination, pino, stdSerializers, stdTimeFunctions } from 'pino'
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
  const buffered = options.destination
    ? undefined
    : bufferedDestination({ dest: 2, sync: false, minLength: 32_768, maxWrite: 65_536, periodicFlush: 500 })
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
    options.destination ?? buffered,
  )
  return {
    isInfoEnabled: logger.isLevelEnabled('info'),
    info: (fields, text) => logger.info(fields, text),
    warn: (fields, text) => logger.warn(fields, text),
    error: (fields, text) => logger.error(fields, text),
    [Symbol.dispose]: () => buffered?.flushSync(),
  }
}

/** Without a stack while the database or Redis is unavailable: every caller fails, and none is the cause. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (!['DatabaseUnavailable', 'RedisUnavailable'].includes(error.name)) return stdSerializers.err(error)
  const { cause } = error
  return { type: error.name, message: cause instanceof Error ? cause.message : error.message }
}

export const silentLog: Log = { isInfoEnabled: false, info: () => {}, warn: () => {}, error: () => {} }
