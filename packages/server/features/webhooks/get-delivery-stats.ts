import type { consoleApi, ContentOf } from '@onair/contract'
import { countOf, latencyOf, loadSteps } from '../apps/traffic/get-traffic.ts'
import { utcDate, utcSecond } from '../../shared/dates.ts'
import type { AttemptOutcome } from '../../infra/db/tables.ts'
import type { Deps } from '../../infra/deps.ts'
import { listLastAttempts } from './delivery-log-store.ts'

type DeliveryStats = ContentOf<typeof consoleApi.webhooks.getDeliveryStats>

const attemptsShown = 100
const dayMs = 86_400_000

/** The attempts to one endpoint, or to all, of the last 24 hours by hour, and the last attempts one by one. */
export async function getDeliveryStats(
  { clientId, endpointId }: { clientId: string; endpointId?: string | undefined },
  deps: Pick<Deps, 'clock' | 'db'>,
): Promise<DeliveryStats> {
  const [{ steps, rows }, attempts] = await Promise.all([
    loadSteps({ clientId, kind: 'delivery', operation: endpointId, range: 'day' }, deps),
    listLastAttempts(deps.db.read, { clientId, endpointId, limit: attemptsShown }),
  ])
  return {
    ...latestCounts(summarize(rows), attempts, deps.clock.now() - dayMs),
    steps: steps.map(({ at, rows: counted }) => ({ date: utcSecond(at), ...summarize(counted) })),
    attempts: attempts.toReversed().map(({ beganAt, ...attempt }) => ({ date: utcDate(beganAt), ...attempt })),
  }
}

/** The counts are written some seconds after the attempts. While they lack attempts of the list, the list is counted. */
function latestCounts(
  counted: ReturnType<typeof summarize>,
  attempts: readonly { beganAt: number; outcome: AttemptOutcome }[],
  since: number,
) {
  const listed = attempts.filter(({ beganAt }) => beganAt >= since)
  if (listed.length <= counted.delivered + counted.failed) return counted
  const delivered = listed.filter(({ outcome }) => outcome === 'DELIVERED').length
  return { ...counted, delivered, failed: listed.length - delivered }
}

function summarize(rows: Parameters<typeof countOf>[0]) {
  const delivered = countOf(rows.filter(({ code }) => code === ''))
  return { delivered, failed: countOf(rows) - delivered, ...latencyOf(rows) }
}
