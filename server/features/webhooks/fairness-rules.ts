/** An endpoint for which something is due. It fails while its last attempt did. */
export type DueEndpoint = { clientId: string; isFailing: boolean }
/** How many attempts are under way, by endpoint. */
export type InFlightAttempts = ReadonlyMap<string, { count: number; isFailing: boolean }>

/** How many attempts one process has under way at the most: in all, for those that fail, for one, for one that fails. */
export const attemptLimits = { total: 256, totalFailing: 128, perEndpoint: 32, perFailingEndpoint: 2 }

/**
 * How many attempts may begin for each endpoint now. Places are dealt one at a time in turn, so that no endpoint waits
 * for another's many; one that fails gets few, and all that fail leave room for the others.
 */
export function allocateAttempts(due: readonly DueEndpoint[], inFlight: InFlightAttempts): Map<string, number> {
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
