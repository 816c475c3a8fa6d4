import { readFile } from 'node:fs/promises'
import { LabError } from '../error.ts'
import type { PlayedClaim } from './played-claim.ts'

/** A reward that the service gave to a person. */
export type Grant = { channelId: string; rewardId: string }

const timeoutMs = 10_000

/** Reads what a service granted, as NDJSON from a URL or a file: one line for each grant, with channelId and rewardId. */
export async function readGrants(source: string): Promise<Grant[]> {
  const text = await readText(source)
  return text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => parseGrant(line, number, source))
}

export type GrantProblem = {
  code: 'GRANTED_TWICE' | 'NEVER_GRANTED' | 'GRANTED_NOT_FULFILLED'
  claims: PlayedClaim[]
}

/** Compares what was claimed with what the service gave. `open`: the claims that are not FULFILLED. */
export function findGrantProblems(
  claims: readonly PlayedClaim[],
  grants: readonly Grant[],
  open: readonly PlayedClaim[],
): GrantProblem[] {
  const countOf = (claim: PlayedClaim) => countGrants(grants, claim)
  const problems: GrantProblem[] = [
    { code: 'GRANTED_TWICE', claims: claims.filter((claim) => countOf(claim) > 1) },
    { code: 'NEVER_GRANTED', claims: claims.filter((claim) => !open.includes(claim) && countOf(claim) === 0) },
    { code: 'GRANTED_NOT_FULFILLED', claims: claims.filter((claim) => open.includes(claim) && countOf(claim) > 0) },
  ]
  return problems.filter((problem) => problem.claims.length > 0)
}

/** Grants of rewards of these claims to people who did not claim them. */
export function countUnclaimed(claims: readonly PlayedClaim[], grants: readonly Grant[]): number {
  const claimed = new Set(claims.map(keyOf))
  const rewards = new Set(claims.map(({ rewardId }) => rewardId))
  return grants.filter((grant) => rewards.has(grant.rewardId) && !claimed.has(keyOf(grant))).length
}

/** A person claims a reward once. */
export function countGrants(grants: readonly Grant[], claim: Grant): number {
  return grants.filter((grant) => keyOf(grant) === keyOf(claim)).length
}

function keyOf({ channelId, rewardId }: Grant): string {
  return `${channelId} ${rewardId}`
}

async function readText(source: string): Promise<string> {
  try {
    if (!/^https?:\/\//.test(source)) return await readFile(source, 'utf8')
    const response = await fetch(source, { signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return await response.text()
  } catch (error) {
    throw new LabError('CANNOT_READ', `Cannot read the grants of ${source}: ${(error as Error).message}.`)
  }
}

function parseGrant(line: string, number: number, source: string): Grant {
  let value: Partial<Grant> | null = null
  try {
    value = JSON.parse(line) as Partial<Grant> | null
  } catch {
    // Reported below.
  }
  const { channelId, rewardId } = value ?? {}
  if (typeof channelId !== 'string' || typeof rewardId !== 'string')
    throw new LabError('INVALID_LINE', `Line ${number} of ${source} is not JSON with channelId and rewardId.`)
  return { channelId, rewardId }
}
