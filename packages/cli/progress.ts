import type { Clock } from '@onair/server/infra/clock.ts'
import { printToStderr } from './print.ts'

const intervalMs = 2_000

/** Prints a line at most every two seconds. */
export function progressPrinter(verb: string, clock: Pick<Clock, 'uptime'>) {
  let printedAt = clock.uptime()
  return (table: string, done: number, total: number) => {
    if (clock.uptime() - printedAt < intervalMs) return
    printedAt = clock.uptime()
    printToStderr(`${verb} ${table} (${done + 1} of ${total} tables) …`)
  }
}
