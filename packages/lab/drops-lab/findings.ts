import type { Copy, Sent } from './relay.ts'
import type { RoundKind } from './rounds.ts'
import type { Grant } from './grants.ts'

/** What the lab knows about a claim at the end. */
export type ClaimResult = {
  claimId: string
  channelId: string
  rewardId: string
  round: RoundKind
  isFulfilled: boolean
  requests: Sent[]
}
export type Finding = { code: FindingCode; round: RoundKind; claims: ClaimResult[] }
export type RoundSummary = {
  round: RoundKind
  claimed: number
  notified: number
  fulfilled: number
  /** Null where the grants are not known. */
  granted: number | null
  grantedTwice: number | null
  neverGranted: number | null
}

/** In the order of the report. `why` names a section of the specification or of docs/webhooks.md. */
export const findingTexts = {
  GRANTED_TWICE: {
    seen: 'were granted more than once',
    why: 'Specification, "Response and retry rules" 3: a notification can arrive several times.',
    fix: 'Store dropsClaimId in a unique column, in the transaction that gives the reward. The id of the message is not enough: a resend has a new one.',
  },
  NOT_RECONCILED: {
    seen: 'had no notification and were not fulfilled',
    why: 'docs/webhooks.md, "Missed claims": after three retries a notification is not sent again.',
    fix: 'Read GET /open/v1/drops/reward-claims with fulfillmentState=CLAIMED after each start and from time to time, and grant what it lists.',
  },
  NOT_FULFILLED: {
    seen: 'were notified and are still CLAIMED',
    why: 'Specification, "Webhook notification": the grant state is changed through the drops API.',
    fix: 'Mark each granted claim as FULFILLED with PUT /open/v1/drops/reward-claims, and repeat the call if it fails.',
  },
  GRANTED_NOT_FULFILLED: {
    seen: 'were granted and are still CLAIMED',
    why: 'Specification, "Webhook notification": the grant state is changed through the drops API.',
    fix: 'Mark each granted claim as FULFILLED, and repeat the call if its response is lost, 429 or 5xx: marking twice is safe.',
  },
  FULFILLED_NOT_GRANTED: {
    seen: 'are FULFILLED and were never granted',
    why: 'docs/webhooks.md, "What a receiver does" 6: FULFILLED cannot be undone.',
    fix: 'Give the reward first, then mark the claim as FULFILLED.',
  },
  ACCEPTED_WRONG_SIGNATURE: {
    seen: 'had a copy with a wrong signature that was answered with 2xx',
    why: 'Specification, "Verification rules" 5: the receiver answers 4xx when the signatures differ.',
    fix: 'Verify the HMAC-SHA256 of id, timestamp and raw body with the client secret before anything else, and answer 403.',
  },
  ACCEPTED_OLD_TIMESTAMP: {
    seen: 'had a copy with a timestamp of an hour before that was answered with 2xx',
    why: 'docs/webhooks.md, "What a receiver does" 3: a recorded request can be sent again.',
    fix: 'Reject messages that are older than a few minutes with 403.',
  },
  REJECTED_NOTIFICATION: {
    seen: 'had a valid notification that was not answered with 2xx',
    why: 'Specification, "Verification rules" 6: the receiver answers 2xx when the signatures match.',
    fix: 'Answer 2xx, also to a repeated message. `onair webhook verify` explains a signature that does not match.',
  },
  RESPONSE_TOO_LATE: {
    seen: 'had a notification that was not answered within 5 seconds',
    why: 'Specification, "Response and retry rules" 1: the receiver must answer within a few seconds.',
    fix: 'Store the claim, answer, and do the other work later.',
  },
} as const
export type FindingCode = keyof typeof findingTexts

/** Compares what was claimed, notified, fulfilled and granted. `grants` is null if the service does not list them. */
export function findProblems(claims: readonly ClaimResult[], grants: readonly Grant[] | null): Finding[] {
  const grantCounts = countGrants(grants)
  const found = new Map<string, Finding>()
  for (const claim of claims)
    for (const code of problemsOf(claim, grantCounts)) {
      const finding = found.get(`${code} ${claim.round}`) ?? { code, round: claim.round, claims: [] }
      finding.claims.push(claim)
      found.set(`${code} ${claim.round}`, finding)
    }
  const codes = Object.keys(findingTexts)
  return [...found.values()].toSorted((a, b) => codes.indexOf(a.code) - codes.indexOf(b.code))
}

/** Grants of rewards of the run to people who did not claim them. */
export function findUnclaimed(claims: readonly ClaimResult[], grants: readonly Grant[] | null): Grant[] {
  const claimed = new Set(claims.map(keyOf))
  const rewards = new Set(claims.map(({ rewardId }) => rewardId))
  return (grants ?? []).filter((grant) => rewards.has(grant.rewardId) && !claimed.has(keyOf(grant)))
}

export function summarize(claims: readonly ClaimResult[], grants: readonly Grant[] | null): RoundSummary[] {
  const grantCounts = countGrants(grants)
  return [...Map.groupBy(claims, ({ round }) => round)].map(([round, some]) => {
    const count = (matches: (claim: ClaimResult) => boolean) => some.filter(matches).length
    const countGranted = (matches: (granted: number) => boolean) =>
      grantCounts === null ? null : count((claim) => matches(grantCounts.get(keyOf(claim)) ?? 0))
    return {
      round,
      claimed: some.length,
      notified: count(isNotified),
      fulfilled: count(({ isFulfilled }) => isFulfilled),
      granted: countGranted((granted) => granted > 0),
      grantedTwice: countGranted((granted) => granted > 1),
      neverGranted: countGranted((granted) => granted === 0),
    }
  })
}

function problemsOf(claim: ClaimResult, grantCounts: ReadonlyMap<string, number> | null): FindingCode[] {
  const granted = grantCounts === null ? null : (grantCounts.get(keyOf(claim)) ?? 0)
  const codes: FindingCode[] = []
  if (granted !== null && granted > 1) codes.push('GRANTED_TWICE')
  if (claim.isFulfilled && granted === 0) codes.push('FULFILLED_NOT_GRANTED')
  if (!claim.isFulfilled)
    if (granted !== null && granted > 0) codes.push('GRANTED_NOT_FULFILLED')
    else codes.push(isNotified(claim) ? 'NOT_FULFILLED' : 'NOT_RECONCILED')
  const isAccepted = (copy: Copy) => claim.requests.some((sent) => sent.copy === copy && isSuccess(sent))
  if (isAccepted('wrong-signature')) codes.push('ACCEPTED_WRONG_SIGNATURE')
  if (isAccepted('old-timestamp')) codes.push('ACCEPTED_OLD_TIMESTAMP')
  const valid = claim.requests.filter(({ copy }) => copy === 'notification')
  if (valid.some(({ isLate }) => isLate)) codes.push('RESPONSE_TOO_LATE')
  if (valid.some((sent) => !sent.isLate && !isSuccess(sent))) codes.push('REJECTED_NOTIFICATION')
  return codes
}

function isNotified({ requests }: ClaimResult): boolean {
  return requests.some((sent) => sent.copy === 'notification' && isSuccess(sent))
}

function isSuccess({ status }: Sent): boolean {
  return status !== null && status >= 200 && status < 300
}

function countGrants(grants: readonly Grant[] | null): Map<string, number> | null {
  if (grants === null) return null
  const counts = new Map<string, number>()
  for (const grant of grants) counts.set(keyOf(grant), (counts.get(keyOf(grant)) ?? 0) + 1)
  return counts
}

/** A person claims a reward once. */
function keyOf({ channelId, rewardId }: { channelId: string; rewardId: string }): string {
  return `${channelId} ${rewardId}`
}
