import { limits, type BodyOf, type consoleApi, type ContentOf, type QueryOf } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { invalidField } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import {
  countOpen,
  findClaims,
  isScan,
  loadLastClaimId,
  loadScanEnd,
  lockClaims,
  markFulfilled,
} from './claim-store.ts'
import { requirePosition, toClaimFilter } from './list-app-claims.ts'
import { findClaimants } from './list-claims.ts'

const hourMs = 3_600_000
/** The youngest age of each group, in hours. */
const ageGroups = [7 * 24, 24, 1, 0]

/** Counts the claims that are not fulfilled. */
export async function countOpenClaims(
  clientId: string,
  { search, ...query }: QueryOf<typeof consoleApi.campaigns.countOpenClaims>,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<ContentOf<typeof consoleApi.campaigns.countOpenClaims>> {
  const now = clock.now()
  const filter = toClaimFilter({ ...query, ...(await findClaimants(search, db.read)), fulfillmentState: 'CLAIMED' })
  const lastClaimId = await loadLastClaimId(db.read, clientId)
  const times = ageGroups.slice(0, -1).map((hours) => now - hours * hourMs)
  const groups = filter === null ? [] : await countOpen(db.read, clientId, filter, times)
  const isComplete = filter === null || (await loadScanEnd(db.read, clientId, filter, { from: 0 })) === null
  const oldestAt = groups.map((group) => group.oldestAt).sort((one, other) => one - other)[0]
  return {
    count: groups.reduce((sum, { count }) => sum + count, 0),
    isComplete,
    oldestDate: oldestAt === undefined ? null : utcSecond(oldestAt),
    ages: ageGroups
      .map((minHours, at) => ({ minHours, count: groups.find(({ group }) => group === at)?.count ?? 0 }))
      .toReversed(),
    lastClaimId,
  }
}

/** Marks a part of the claims that match. Claims are locked before they are counted, so that no other call counts them. */
export async function fulfillMatchingClaims(
  clientId: string,
  { search, from, until, ...query }: BodyOf<typeof consoleApi.campaigns.fulfillMatchingClaims>,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<ContentOf<typeof consoleApi.campaigns.fulfillMatchingClaims>> {
  const positionOf = (field: string, claimId: string) =>
    requirePosition(db.read, clientId, claimId, () => invalidField(field, 'NO_SUCH_CLAIM'))
  const range = {
    from: from === undefined ? 0 : await positionOf('from', from),
    until: await positionOf('until', until),
  }
  const filter = toClaimFilter({ ...query, ...(await findClaimants(search, db.read)), fulfillmentState: 'CLAIMED' })
  if (filter === null) return { marked: 0, next: null }

  return db.transaction(async (tx) => {
    const found = await findClaims(tx, clientId, filter, { ...range, size: limits.claimsPerCall + 1 })
    const claimIds = found.slice(0, limits.claimsPerCall).map(({ claimId }) => claimId)
    // Read before the claims leave the filter.
    const next =
      found[limits.claimsPerCall]?.claimId ?? (isScan(filter) ? await loadScanEnd(tx, clientId, filter, range) : null)
    await lockClaims(tx, claimIds)
    return { marked: await markFulfilled(tx, claimIds, clock.now()), next }
  })
}
