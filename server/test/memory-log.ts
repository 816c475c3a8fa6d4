import { EventEmitter, once } from 'node:events'
import type { Log } from '../infra/log.ts'

type LogLine = { level: string; text: string; fields: object }

export type MemoryLog = Log & {
  lines: LogLine[]
  waitFor(text: string): Promise<void>
  /** Waits for a number of lines that match. */
  waitForCount(atLeast: number, matches: (line: LogLine) => boolean): Promise<void>
}

/** A log that keeps its lines in memory. */
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
      await once(emitter, text)
    },
    async waitForCount(atLeast, matches) {
      while (lines.filter(matches).length < atLeast) await once(emitter, '')
    },
  }
}
