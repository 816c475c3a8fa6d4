import { EventEmitter, once } from 'node:events'
import type { Log } from '../world/log.ts'

type Line = { level: string; text: string; fields: object }

/** A log that remembers its lines, so that a test can ask what was said and wait for what will be. */
export function keptLog(): Log & { lines: Line[]; next(text: string): Promise<void> } {
  const lines: Line[] = []
  const bell = new EventEmitter()
  const keep = (level: string) => (fields: object, text: string) => {
    lines.push({ level, text, fields })
    bell.emit(text)
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
  }
}
