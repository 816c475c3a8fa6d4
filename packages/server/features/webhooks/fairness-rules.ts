/** A webhook endpoint with deliveries that are due. It is failing when its last attempt failed. */
export type DueWebhook = { endpointId: string; isFailing: boolean }
/** Attempts of webhooks that were started and have not ended. `ahead`: how many a fast receiver gets in addition. */
export type AttemptCounts = ReadonlyMap<string, { count: number; isFailing: boolean; ahead?: number }>

/**
 * Attempts that one process may have in flight, and attempts that it starts ahead: written, and sent when an earlier
 * attempt of the same webhook ends.
 */
export const attemptLimits = {
  total: 256,
  totalFailing: 128,
  perWebhook: 32,
  perFailingWebhook: 2,
  ahead: 768,
  aheadPerWebhook: 384,
}

/**
 * How many attempts to start for each webhook. They are allocated round-robin, so a long queue of one webhook does
 * not delay the others. Failing webhooks get few, and all of them together get at most half. A webhook whose receiver is
 * fast gets more ahead.
 */
export function allocateAttempts(due: readonly DueWebhook[], inFlight: AttemptCounts): Map<string, number> {
  const allowances = allocateInFlight(due, inFlight)
  allocateAhead(due, inFlight, allowances)
  return allowances
}

function allocateInFlight(due: readonly DueWebhook[], inFlight: AttemptCounts): Map<string, number> {
  let free = attemptLimits.total
  let freeForFailing = attemptLimits.totalFailing
  for (const { count, isFailing } of inFlight.values()) {
    free -= Math.min(count, attemptLimits.perWebhook)
    if (isFailing) freeForFailing -= count
  }
  const allowances = new Map<string, number>()
  const mayStartAnother = ({ endpointId, isFailing }: DueWebhook) => {
    const count = (inFlight.get(endpointId)?.count ?? 0) + (allowances.get(endpointId) ?? 0)
    return (
      free > 0 &&
      count < (isFailing ? attemptLimits.perFailingWebhook : attemptLimits.perWebhook) &&
      (!isFailing || freeForFailing > 0)
    )
  }
  for (let eligible = due.filter(mayStartAnother); eligible.length > 0; eligible = eligible.filter(mayStartAnother))
    for (const webhook of eligible) {
      if (!mayStartAnother(webhook)) continue
      allowances.set(webhook.endpointId, (allowances.get(webhook.endpointId) ?? 0) + 1)
      free -= 1
      if (webhook.isFailing) freeForFailing -= 1
    }
  return allowances
}

/** Attempts ahead are started when half of them have been sent, so that each statement writes many. */
function allocateAhead(due: readonly DueWebhook[], inFlight: AttemptCounts, allowances: Map<string, number>): void {
  let free = attemptLimits.ahead
  for (const { count } of inFlight.values()) free -= Math.max(0, count - attemptLimits.perWebhook)
  const fast = due.filter(({ endpointId, isFailing }) => !isFailing && (inFlight.get(endpointId)?.ahead ?? 0) > 0)
  const share = Math.floor(free / fast.length)
  for (const { endpointId } of fast) {
    const { count = 0, ahead = 0 } = inFlight.get(endpointId) ?? {}
    const allowance = allowances.get(endpointId) ?? 0
    const aheadAlready = count + allowance - attemptLimits.perWebhook
    if (aheadAlready < 0 || aheadAlready > ahead / 2) continue
    allowances.set(endpointId, allowance + Math.min(ahead - aheadAlready, share))
  }
}

/** The next `ahead` of a webhook. It grows while attempts hardly wait, and shrinks when they wait long. */
export function nextAhead(
  ahead: number,
  { succeeded, waiting, longestWaitMs }: { succeeded: number; waiting: number; longestWaitMs: number },
): number {
  if (longestWaitMs > aheadWaitMs.shrink) return Math.floor(ahead / 2)
  const isStarved = waiting === 0 && succeeded > 0
  if (!isStarved || longestWaitMs > aheadWaitMs.grow) return ahead
  return Math.min(Math.max(2 * ahead, attemptLimits.perWebhook), attemptLimits.aheadPerWebhook)
}

const aheadWaitMs = { grow: 100, shrink: 300 }
