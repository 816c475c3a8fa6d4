import type { Visitor } from '../../../shared/callers/visitor.ts'

const recentMs = 600_000

/** Whether the person has entered the password, or has proven otherwise who they are, in the last 10 minutes. */
export function isConfirmedRecently(
  { passwordVerifiedAt }: Pick<Visitor, 'passwordVerifiedAt'>,
  monotonicNow: number,
): boolean {
  return monotonicNow - passwordVerifiedAt <= recentMs
}
