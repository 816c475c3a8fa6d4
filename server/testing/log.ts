import { EventEmitter, once } from 'node:events'
import type { Log } from '../world/log.ts'

type Line = { level: string; text: string; fields: object }

export type KeptLog = Log & {
  lines: Line[]
  next(text: string): Promise<void>
  /** Waits until so many lines were of this kind. */
  count(atLeast: number, is: (line: Line) => boolean): Promise<void>
}

/** A log that remembers its lines, so that a test can ask what was said and wait for what will be. */
export function keptLog(): KeptLog {
  const lines: Line[] = []
  const bell = new EventEmitter()
  const keep = (level: string) => (fields: object, text: string) => {
    lines.push({ level, text, fields })
    bell.emit(text)
    bell.emit('')
  }
  return {
    lines,
    writesInfo: true,
    info: keep('info'),
    warn: keep('warn'),
    error: keep('error'),
    async next(text) {
      await once(bell, text)
    },
    async count(atLeast, is) {
      while (lines.filter(is).length < atLeast) await once(bell, '')
    },
  }
}
