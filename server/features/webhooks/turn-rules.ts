/** An endpoint for which something is due. It fails while its last attempt did. */
export type DueEndpoint = { clientId: string; isFailing: boolean }
/** How many attempts are under way, by endpoint. */
export type UnderWay = ReadonlyMap<string, { count: number; isFailing: boolean }>

/** How many attempts one process has under way at the most: in all, for those that fail, for one, for one that fails. */
export const turns = { inAll: 256, failing: 128, each: 32, eachFailing: 2 }

/**
 * How many attempts may begin for each endpoint now. Places are dealt one at a time in turn, so that no endpoint waits
 * for another's many; one that fails gets few, and all that fail leave room for the others.
 */
export function turnsFor(due: readonly DueEndpoint[], underWay: UnderWay): Map<string, number> {
  let free = turns.inAll
  let freeForFailing = turns.failing
  for (const { count, isFailing } of underWay.values()) {
    free -= count
    if (isFailing) freeForFailing -= count
  }
  const given = new Map<string, number>()
  const hasTurn = ({ clientId, isFailing }: DueEndpoint) => {
    const has = (underWay.get(clientId)?.count ?? 0) + (given.get(clientId) ?? 0)
    return free > 0 && has < (isFailing ? turns.eachFailing : turns.each) && (!isFailing || freeForFailing > 0)
  }
  for (let dealt = due.filter(hasTurn); dealt.length > 0; dealt = dealt.filter(hasTurn))
    for (const endpoint of dealt) {
      if (!hasTurn(endpoint)) continue
      given.set(endpoint.clientId, (given.get(endpoint.clientId) ?? 0) + 1)
      free -= 1
      if (endpoint.isFailing) freeForFailing -= 1
    }
  return given
}
