import { EventEmitter, once } from 'node:events'
import type { Log } from '@onair/server/infra/observability/log.ts'

type LogLine = { level: string; text: string; fields: object }

export type MemoryLog = Log & {
  lines: LogLine[]
  waitFor(text: string): Promise<void>
  /** Waits for a number of lines that match. */
  waitForCount(atLeast: number, matches: (line: LogLine) => boolean): Promise<void>
}

/** A log that keeps its lines in memory. Its waits end after 30 s. */
export function memoryLog(): MemoryLog {
  const lines: LogLine[] = []
  const emitter = new EventEmitter()
  const record = (level: string) => (fields: object, text: string) => {
    lines.push({ level, text, fields })
    emitter.emit(text)
    emitter.emit('')
  }
  return {
    lines,
    isInfoEnabled: true,
    info: record('info'),
    warn: record('warn'),
    error: record('error'),
    async waitFor(text) {
      await once(emitter, text, { signal: AbortSignal.timeout(30_000) })
    },
    async waitForCount(atLeast, matches) {
      const signal = AbortSignal.timeout(30_000)
      while (lines.filter(matches).length < atLeast) await once(emitter, '', { signal })
    },
  }
}
