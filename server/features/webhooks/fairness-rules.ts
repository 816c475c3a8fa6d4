/** An endpoint with deliveries that are due. It is failing when its last attempt failed. */
export type DueEndpoint = { clientId: string; isFailing: boolean }
/** Attempts in flight, by endpoint. */
export type AttemptCounts = ReadonlyMap<string, { count: number; isFailing: boolean }>

/** Attempts that one process may have in flight. */
export const attemptLimits = { total: 256, totalFailing: 128, perEndpoint: 32, perFailingEndpoint: 2 }

/**
 * How many attempts to start for each endpoint. They are allocated round-robin, so a long queue of one endpoint does
 * not delay the others. Failing endpoints get few, and all of them together get at most half.
 */
export function allocateAttempts(due: readonly DueEndpoint[], inFlight: AttemptCounts): Map<string, number> {
  let free = attemptLimits.total
  let freeForFailing = attemptLimits.totalFailing
  for (const { count, isFailing } of inFlight.values()) {
    free -= count
    if (isFailing) freeForFailing -= count
  }
  const allowances = new Map<string, number>()
  const mayStartAnother = ({ clientId, isFailing }: DueEndpoint) => {
    const count = (inFlight.get(clientId)?.count ?? 0) + (allowances.get(clientId) ?? 0)
    return (
      free > 0 &&
      count < (isFailing ? attemptLimits.perFailingEndpoint : attemptLimits.perEndpoint) &&
      (!isFailing || freeForFailing > 0)
    )
  }
  for (let eligible = due.filter(mayStartAnother); eligible.length > 0; eligible = eligible.filter(mayStartAnother))
    for (const endpoint of eligible) {
      if (!mayStartAnother(endpoint)) continue
      allowances.set(endpoint.clientId, (allowances.get(endpoint.clientId) ?? 0) + 1)
      free -= 1
      if (endpoint.isFailing) freeForFailing -= 1
    }
  return allowances
}
