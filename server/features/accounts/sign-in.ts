import type { Deps } from '../../infra/deps.ts'
import type { Visitor } from '../../shared/visitor.ts'
import { parseEmail } from './account-rules.ts'
import { loadAccountByEmail } from './account-store.ts'
import { countSignInAttempt } from './attempt-limits.ts'
import { dummyPasswordHash, verifyPassword } from './password.ts'
import { createWebSession, type NewWebSession } from './web-session.ts'

type SignInResult = { session: NewWebSession } | { refused: 'wrong_credentials' } | { retryAfterSec: number }

/**
 * Starts a web session and ends `previous`, the session of this browser. An unknown email address and a wrong
 * password get the same answer after the same time.
 */
export async function signIn(
  { email: input, password, ip, previous }: { email: string; password: string; ip: string; previous: Visitor | null },
  deps: Pick<Deps, 'clock' | 'config' | 'counters' | 'db' | 'random'>,
): Promise<SignInResult> {
  const parsed = parseEmail(input)
  const email = 'email' in parsed ? parsed.email : ''
  const { retryAfterSec, recordSuccess } = await countSignInAttempt({ email, ip }, deps)
  if (retryAfterSec !== null) return { retryAfterSec }

  const account = email === '' ? null : await loadAccountByEmail(deps.db.read, email)
  const isCorrect = await verifyPassword(password, account?.password_hash ?? dummyPasswordHash(deps.config))
  if (account === null || !isCorrect) return { refused: 'wrong_credentials' }
  await recordSuccess()
  return { session: await createWebSession(account.channel_id, previous, deps) }
}
