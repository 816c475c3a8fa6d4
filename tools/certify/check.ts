import type { Lab } from './lab.ts'
import type { Profile } from './profile.ts'
import type { SeenRequest } from './seen-request.ts'

export type Check = {
  readonly id: string
  readonly title: string
  readonly profiles: readonly Profile[]
  /** What it counts in the score. */
  readonly points: number
  /** The section of the specification, or of the docs where the specification is silent. */
  readonly section: string
  readonly why: string
  readonly fix: string
  readonly run: (lab: Lab) => Promise<Outcome>
}

export type Verdict = 'pass' | 'fail' | 'not applicable'
export type Outcome = {
  readonly verdict: Verdict
  /** What the program did, with numbers. */
  readonly seen: string
  /** The requests that show it. */
  readonly requests?: readonly SeenRequest[]
}

export function pass(seen: string, requests: readonly SeenRequest[] = []): Outcome {
  return { verdict: 'pass', seen, requests }
}

export function fail(seen: string, requests: readonly SeenRequest[] = []): Outcome {
  return { verdict: 'fail', seen, requests }
}

export function notApplicable(seen: string): Outcome {
  return { verdict: 'not applicable', seen }
}
