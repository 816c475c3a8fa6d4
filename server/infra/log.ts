import { destination as bufferedDestination, pino, stdSerializers, stdTimeFunctions } from 'pino'
import { redactLine } from './redact.ts'

/** What happened, as one line: ids in the fields, `noun.verb` as the text. A caught error goes under `error`. */
export type Log = Record<'info' | 'warn' | 'error', (fields: object, text: string) => void> & {
  /** Whether lines of `info` are written at all; whoever would gather much for one may ask first. */
  readonly isInfoEnabled: boolean
}

export type LogLevel = 'info' | 'warn' | 'error' | 'silent'

/** JSON lines to standard error, gathered and written without making anyone wait; disposing, or the end of the process, writes the rest. */
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
      serializers: { error: stdSerializers.err },
      formatters: { level: (level) => ({ level }) },
      hooks: { streamWrite: redactLine },
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

export const silentLog: Log = { isInfoEnabled: false, info: () => {}, warn: () => {}, error: () => {} }
