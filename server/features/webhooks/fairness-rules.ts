/** A webhook with deliveries that are due. It is failing when its last attempt failed. */
export type DueWebhook = { clientId: string; isFailing: boolean }
/** Attempts in flight, by webhook. */
export type AttemptCounts = ReadonlyMap<string, { count: number; isFailing: boolean }>

/** Attempts that one process may have in flight. */
export const attemptLimits = { total: 256, totalFailing: 128, perWebhook: 32, perFailingWebhook: 2 }

/**
 * How many attempts to start for each webhook. They are allocated round-robin, so a long queue of one webhook does
 * not delay the others. Failing webhooks get few, and all of them together get at most half.
 */
export function allocateAttempts(due: readonly DueWebhook[], inFlight: AttemptCounts): Map<string, number> {
  let free = attemptLimits.total
  let freeForFailing = attemptLimits.totalFailing
  for (const { count, isFailing } of inFlight.values()) {
    free -= count
    if (isFailing) freeForFailing -= count
  }
  const allowances = new Map<string, number>()
  const mayStartAnother = ({ clientId, isFailing }: DueWebhook) => {
    const count = (inFlight.get(clientId)?.count ?? 0) + (allowances.get(clientId) ?? 0)
    return (
      free > 0 &&
      count < (isFailing ? attemptLimits.perFailingWebhook : attemptLimits.perWebhook) &&
      (!isFailing || freeForFailing > 0)
    )
  }
  for (let eligible = due.filter(mayStartAnother); eligible.length > 0; eligible = eligible.filter(mayStartAnother))
    for (const webhook of eligible) {
      if (!mayStartAnother(webhook)) continue
      allowances.set(webhook.clientId, (allowances.get(webhook.clientId) ?? 0) + 1)
      free -= 1
      if (webhook.isFailing) freeForFailing -= 1
    }
  return allowances
}
