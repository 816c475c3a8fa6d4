import type { CheckId, Seen, SeenCode, Verdict } from './locales/texts.ts'
import type { PlayedClaim } from './played-claim.ts'
import type { Lab } from './lab.ts'
import type { Profile } from './profile.ts'
import type { SeenRequest } from './seen-request.ts'

/** Its texts are in the locales. */
export type Check = {
  readonly id: CheckId
  readonly profiles: readonly Profile[]
  /** The points that the check counts in the score. */
  readonly points: number
  /**
   * Earlier checks whose failure explains a failure of this one, so that one defect costs one check: any failure, or one
   * with these codes.
   */
  readonly explainedBy?: Partial<Record<CheckId, 'any' | readonly SeenCode[]>>
  readonly run: (lab: Lab) => Promise<Outcome>
}

export type Outcome = {
  readonly verdict: Verdict
  /** The behaviour that the check saw, with numbers. */
  readonly seen: readonly Seen[]
  /** The requests that show it. */
  readonly requests?: readonly SeenRequest[]
  /** The claims that show it. */
  readonly claims?: readonly PlayedClaim[]
}

type Statements = Seen | readonly Seen[]

export function pass(statements: Statements, requests: readonly SeenRequest[] = []): Outcome {
  return { verdict: 'pass', seen: [statements].flat(), requests }
}

export function fail(statements: Statements, requests: readonly SeenRequest[] = []): Outcome {
  return { verdict: 'fail', seen: [statements].flat(), requests }
}

export function notApplicable(statements: Statements): Outcome {
  return { verdict: 'not applicable', seen: [statements].flat() }
}

export function notRun(statements: Statements): Outcome {
  return { verdict: 'not run', seen: [statements].flat() }
}
