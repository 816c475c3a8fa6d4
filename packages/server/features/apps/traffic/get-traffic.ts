import { openApi, type consoleApi, type ContentOf, type Endpoint, type TrafficRange } from '@onair/contract'
import { utcDate, utcSecond } from '../../../shared/dates.ts'
import type { Deps } from '../../../infra/deps.ts'
import { addHistogram, emptyHistogram, quantileMs } from './traffic-rules.ts'
import { listOwnedTraffic, listTraffic, sumFailedCalls, trafficStepsSec, type TrafficKind } from './traffic-store.ts'

type Traffic = ContentOf<typeof consoleApi.apps.getAppTraffic>
type CountedRow = Awaited<ReturnType<typeof listTraffic>>[number]

const ranges: Record<TrafficRange, { stepSec: number; steps: number }> = {
  hour: { stepSec: trafficStepsSec.minute, steps: 60 },
  day: { stepSec: trafficStepsSec.hour, steps: 24 },
  week: { stepSec: trafficStepsSec.hour, steps: 168 },
}
/** A call above a limit. A fault rule can return 429 too. */
const isRejection = ({ status, code }: Pick<CountedRow, 'status' | 'code'>) =>
  status === 429 && code !== 'FAULT_INJECTED'
const errorsShown = 10

/** The calls of an application: by step, by latency, and its most frequent errors. */
export async function getAppTraffic(
  { clientId, range = 'hour' }: { clientId: string; range?: TrafficRange | undefined },
  deps: Pick<Deps, 'clock' | 'db'>,
): Promise<Traffic> {
  const { stepSec, steps, rows } = await loadSteps({ clientId, kind: 'call', range }, deps)
  return {
    stepSec,
    ...summarize(rows),
    steps: steps.map(({ at, rows: counted }) => ({
      date: utcSecond(at),
      successes: countOf(counted.filter(isBetween(0, 400))),
      clientErrors: countOf(counted.filter((row) => isBetween(400, 500)(row) && !isRejection(row))),
      rejections: countOf(counted.filter(isRejection)),
      serverErrors: countOf(counted.filter(isBetween(500, 600))),
      ...latencyOf(counted),
    })),
    errors: topErrors(rows),
  }
}

/** The calls by hour of those of the applications that the person owns. Applications without calls are left out. */
export async function listAppTraffic(
  channelId: string,
  clientIds: readonly string[],
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<ContentOf<typeof consoleApi.apps.listAppTraffic>> {
  const hours = stepStarts('day', clock.now())
  const rows = await listOwnedTraffic(db.read, { channelId, clientIds, from: hours[0]! })
  const byApp = Map.groupBy(rows, ({ clientId }) => clientId)
  return {
    data: [...byApp].map(([clientId, rows]) => ({
      clientId,
      calls: hours.map((hour) => rows.find(({ at }) => at === hour)?.calls ?? 0),
      errors: hours.map((hour) => rows.find(({ at }) => at === hour)?.errors ?? 0),
    })),
  }
}

/** The calls of the last seven days that failed after the check of the scope, by the scope that they needed. */
export async function countFailedCalls(
  clientId: string,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<ReadonlyMap<string, number>> {
  const rows = await sumFailedCalls(db.read, { clientId, from: stepStarts('week', clock.now())[0]! })
  const failed = rows.filter((row) => row.status !== 401 && row.code !== 'SCOPE_MISSING' && !isRejection(row))
  const counts = new Map<string, number>()
  for (const { operation, count } of failed) {
    const scope = scopesByOperation.get(operation)
    if (scope !== undefined) counts.set(scope, (counts.get(scope) ?? 0) + count)
  }
  return counts
}

/** The scope of each operation, by its counted name: `POST /open/v1/chats/send`. */
const scopesByOperation: ReadonlyMap<string, string> = new Map(
  Object.values(openApi)
    .flatMap((operations) => Object.values<Endpoint>(operations))
    .flatMap(({ auth, method, path }) => ('scope' in auth && auth.scope ? [[`${method} ${path}`, auth.scope]] : [])),
)

/** Loads the counts of each step of a range, of one operation or all, empty steps included. */
export async function loadSteps(
  {
    clientId,
    kind,
    operation,
    range,
  }: { clientId: string; kind: TrafficKind; operation?: string | undefined; range: TrafficRange },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
) {
  const { stepSec } = ranges[range]
  const starts = stepStarts(range, clock.now())
  const counted = await listTraffic(db.read, { clientId, kind, stepSec, from: starts[0]! })
  const rows = operation === undefined ? counted : counted.filter((row) => row.operation === operation)
  const byStep = Map.groupBy(rows, ({ at }) => at)
  return { stepSec, steps: starts.map((at) => ({ at, rows: byStep.get(at) ?? [] })), rows }
}

/** When the steps of a range start, which ends with the step of `now`. */
function stepStarts(range: TrafficRange, now: number): number[] {
  const { stepSec, steps } = ranges[range]
  const stepMs = stepSec * 1_000
  const from = now - (now % stepMs) - (steps - 1) * stepMs
  return Array.from({ length: steps }, (_, index) => from + index * stepMs)
}

export function countOf(rows: readonly CountedRow[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0)
}

export function latencyOf(rows: readonly CountedRow[]): { p50Ms: number | null; p95Ms: number | null } {
  const histogram = emptyHistogram()
  for (const { latency } of rows) addHistogram(histogram, latency)
  return { p50Ms: quantileMs(histogram, 0.5), p95Ms: quantileMs(histogram, 0.95) }
}

const isBetween = (from: number, to: number) => (row: CountedRow) => row.status >= from && row.status < to

function summarize(rows: readonly CountedRow[]) {
  const errors = countOf(rows.filter(({ status }) => status >= 400))
  return { calls: countOf(rows), errorCalls: errors, ...latencyOf(rows) }
}

function topErrors(rows: readonly CountedRow[]): Traffic['errors'] {
  const errors = new Map<string, { operation: string; status: number; code: string; calls: number; lastAt: number }>()
  for (const { operation, status, code, count, lastAt } of rows) {
    if (status < 400) continue
    const key = `${status} ${code} ${operation}`
    const error = errors.get(key) ?? { operation, status, code, calls: 0, lastAt }
    errors.set(key, { ...error, calls: error.calls + count, lastAt: Math.max(error.lastAt, lastAt) })
  }
  return [...errors.values()]
    .toSorted((left, right) => right.calls - left.calls || right.lastAt - left.lastAt)
    .slice(0, errorsShown)
    .map(({ lastAt, code, ...error }) => ({
      ...error,
      code: code === '' ? null : code,
      lastDate: utcDate(lastAt),
    }))
}
