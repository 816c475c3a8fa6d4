import { fail, notApplicable, pass, type Check, type Outcome } from '../check.ts'
import { countUnclaimed, findGrantProblems } from '../grants.ts'
import { seen } from '../seen.ts'
import { areDelivered, deadlineMs } from './deliveries.ts'
import { duplicateCheckIds } from './duplicates.ts'
import { withFaults } from './faults.ts'
import { tooManyRequests } from './retry-after.ts'

const drops = ['drops'] as const

const takesReordered: Check = {
  id: 'webhook-reordered',
  profiles: drops,
  points: 5,
  async run(lab) {
    // All but the last wait until the last was sent.
    const count = Math.max(1, lab.claims.people - 1)
    return withFaults(lab, [{ kind: 'webhook-reordered', count }], async () => {
      const claims = await lab.claims.play('webhook-reordered')
      await lab.until(() => areDelivered(lab, claims), deadlineMs + lab.patienceMs)
      if (await lab.until(() => lab.claims.areFulfilled(claims))) return pass(seen('FULFILLED_REORDERED'))
      const missing = claims.filter((claim) => !lab.claims.areFulfilled([claim]))
      return { ...fail(seen('CLAIMS_NOT_FULFILLED', { count: missing.length, of: claims.length })), claims: missing }
    })
  },
}

const survivesFailingApi: Check = {
  id: 'failing-api',
  profiles: drops,
  points: 10,
  explainedBy: { 'retry-after-claims': 'any', 'webhook-reordered': 'any', 'webhook-missed': 'any' },
  async run(lab) {
    const fulfill = { operation: 'drops.fulfillClaims', count: 1 } as const
    const rules = [
      { kind: 'connection-reset', ...fulfill },
      { kind: 'status', status: 503, ...fulfill },
      tooManyRequests('drops.fulfillClaims'),
      { kind: 'status', status: 503, operation: 'drops.listRewardClaims', count: 1 },
    ] as const
    return withFaults(lab, [...rules], async () => {
      const claims = await lab.claims.play('failing-api')
      const areFulfilled = async () => (await lab.claims.findOpen(claims)).length === 0
      if (await lab.until(areFulfilled, lab.patienceMs + lab.reconcileMs))
        return pass(seen('FULFILLED_DESPITE_FAILURES'))
      const missing = await lab.claims.findOpen(claims)
      const statement = seen('CLAIMS_NOT_FULFILLED', { count: missing.length, of: claims.length })
      return { ...fail(statement, lab.claims.requestsAbout(missing)), claims: missing }
    })
  },
}

const matchesGrants: Check = {
  id: 'grants',
  profiles: drops,
  points: 20,
  async run(lab): Promise<Outcome> {
    // The rewards of a check that failed are counted there.
    const played = lab.claims.played.filter(({ checkId }) => !lab.failedChecks.has(checkId))
    // Calls of the last checks may still run.
    await lab.until(async () => (await lab.claims.findOpen(played)).length === 0)
    const grants = await lab.claims.readGrants()
    if (grants === null) return notApplicable(seen('GRANTS_UNKNOWN'))
    const found = findGrantProblems(played, grants, await lab.claims.findOpen(played))
    const cause = duplicateCheckIds.find((id) => lab.failedChecks.has(id))
    const problems = found.filter(({ code }) => cause === undefined || code !== 'GRANTED_TWICE')
    const unclaimed = countUnclaimed(lab.claims.played, grants)
    if (cause !== undefined && found.length > 0 && problems.length === 0 && unclaimed === 0)
      return notApplicable(seen('EXPLAINED_BY', { check: cause }))
    if (problems.length === 0 && unclaimed === 0)
      return { ...pass(seen('GRANTS_MATCH', { count: played.length })), claims: played }
    const statements = problems.map(({ code, claims }) => {
      const checks = [...new Set(claims.map(({ checkId }) => checkId))].join(', ')
      return seen(code, { count: claims.length, checks })
    })
    if (unclaimed > 0) statements.push(seen('GRANTED_UNCLAIMED', { count: unclaimed }))
    return { ...fail(statements), claims: problems.flatMap(({ claims }) => claims) }
  },
}

export const dropsChecks = { takesReordered, survivesFailingApi, matchesGrants }
