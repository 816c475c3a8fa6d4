import { createHash } from 'node:crypto'
import type { Deps } from '../../infra/deps.ts'
import { expiryOfChallenge, newChallenge, useChallenge } from './challenge.ts'

type PuzzleDeps = Pick<Deps, 'clock' | 'installationKey'>

/**
 * A puzzle that costs a browser a second or two, and a robot the same for each account. It is solved by a text with which the
 * SHA-256 of `<puzzle>.<text>` begins with 16 zero bits; the script `puzzle.js` looks for it.
 */
export function newSignUpPuzzle(browser: string, deps: PuzzleDeps & Pick<Deps, 'random'>): string {
  return newChallenge({ purpose: 'SIGN_UP', browser }, deps)
}

/** Takes the solution of a puzzle that this browser got. False when it is wrong, has expired or was taken before. */
export async function useSignUpPuzzle(
  { solution, browser }: { solution: string; browser: string },
  deps: PuzzleDeps & Pick<Deps, 'db'>,
): Promise<boolean> {
  const [puzzle = '', text = ''] = solution.split('.', 2)
  const expiresAt = expiryOfChallenge(puzzle, { purpose: 'SIGN_UP', browser }, deps)
  if (expiresAt === null || createHash('sha256').update(`${puzzle}.${text}`).digest().readUInt16BE() !== 0) return false
  return deps.db.transaction((tx) => useChallenge(tx, puzzle, expiresAt))
}
