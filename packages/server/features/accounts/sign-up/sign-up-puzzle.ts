import { hash } from 'node:crypto'
import type { Deps } from '../../../infra/deps.ts'
import { measureSignUps } from '../account-limits.ts'
import { expiryOfChallenge, newChallenge, useChallenge } from '../sign-in/challenge.ts'

type PuzzleDeps = Pick<Deps, 'clock' | 'config' | 'counters' | 'installationKey'>
/** `ip`: the address of the browser. */
type Solver = { browser: string; ip: string }

/** A phone tries 300,000 to 500,000 texts in a second, so it takes one or two. */
const leastBits = 19
/** 16 times as long. */
const mostBits = leastBits + 4

/**
 * A puzzle that costs a browser a second or two, and a robot computing time for each account. It is solved by a text with which
 * the SHA-256 of `<puzzle>.<text>` begins with as many zero bits as the puzzle says; the script `puzzle.js` looks for it.
 */
export async function newSignUpPuzzle(
  { browser, ip }: Solver,
  deps: PuzzleDeps & Pick<Deps, 'random'>,
): Promise<string> {
  const bits = bitsFor(await measureSignUps(ip, deps))
  return `${bits}.${newChallenge({ purpose: `SIGN_UP ${bits}`, browser }, deps)}`
}

/**
 * Takes the solution of a puzzle that this browser got. False when it is wrong, has expired or was taken before, and when
 * the network has signed up so many people since that it would be more than twice as hard now.
 */
export async function useSignUpPuzzle(
  { solution, browser, ip }: Solver & { solution: string },
  deps: PuzzleDeps & Pick<Deps, 'db'>,
): Promise<boolean> {
  const [, digits = '', puzzle = ''] = /^(\d\d)\.([\w-]+)\.\d{1,10}$/.exec(solution) ?? []
  const bits = Number(digits)
  const expiresAt = expiryOfChallenge(puzzle, { purpose: `SIGN_UP ${bits}`, browser }, deps)
  if (expiresAt === null || hash('sha256', solution, 'buffer').readUInt32BE() >>> (32 - bits) !== 0) return false
  if (bits < bitsFor(await measureSignUps(ip, deps)) - 1) return false
  return deps.db.transaction((tx) => useChallenge(tx, puzzle, expiresAt))
}

/** A bit more, which is twice the work, for 4 sign-ups of the network in 15 minutes, and for each doubling. */
function bitsFor(signUps: number): number {
  return Math.max(leastBits, Math.min(mostBits, leastBits - 1 + Math.floor(Math.log2(signUps + 1e-9))))
}
