import { seededRandom, type SeededRandom } from '@onair/server/shared/seeded-random.ts'

/** What the lab does with the notifications of a round between the platform and the receiver. */
export const roundKinds = {
  ordinary: 'each notification once',
  twice: 'each notification twice at the same time',
  reordered: 'notifications late and out of order',
  'lost-responses': 'the response of the receiver is lost, so the platform retries',
  resent: 'each notification again as a new message, out of order',
  forged: 'a copy with a wrong signature and one with an old timestamp before each notification',
  'failing-api': 'responses of the drops API are lost, 503 and 429',
  unreachable: 'no notification arrives; the claims are only in the list of claims',
} as const
export type RoundKind = keyof typeof roundKinds

export type PlannedClaim = {
  /** The index of the person, who claims once in a run. */
  person: number
  reward: number
  /** The person sends the claim twice at the same time. */
  isRepeated: boolean
}
export type Round = { kind: RoundKind; claims: PlannedClaim[]; random: SeededRandom }

export const rewardNames = ['검', '방패', '물약']

/** The rounds of a run, from the seed alone. */
export function planRounds(seed: number, claimsPerRound: number): Round[] {
  const random = seededRandom(seed)
  let person = 0
  return shuffle(Object.keys(roundKinds) as RoundKind[], random).map((kind) => ({
    kind,
    claims: Array.from({ length: claimsPerRound }, () => ({
      person: person++,
      reward: random.below(rewardNames.length),
      isRepeated: random.chance(0.5),
    })),
    random: seededRandom(random.below(2 ** 31)),
  }))
}

export function shuffle<T>(items: readonly T[], random: SeededRandom): T[] {
  const keyed = items.map((item) => ({ item, key: random.next() }))
  return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item)
}
