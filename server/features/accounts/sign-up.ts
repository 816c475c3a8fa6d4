import type { Deps } from '../../infra/deps.ts'
import type { Visitor } from '../../shared/visitor.ts'
import { countSignUpAttempt } from './attempt-limits.ts'
import { tryCreatePerson, type FieldRefusals } from './create-person.ts'
import { createWebSession, type NewWebSession } from './web-session.ts'

type SignUp = { channelName: string; email: string; password: string; ip: string; previous: Visitor | null }
type SignUpResult = { session: NewWebSession } | { refused: FieldRefusals } | { retryAfterSec: number }

/** Creates a person and their channel, and signs them in. `previous` is the session of this browser. */
export async function signUp(
  { ip, previous, ...person }: SignUp,
  deps: Pick<Deps, 'clock' | 'config' | 'counters' | 'db' | 'random'>,
): Promise<SignUpResult> {
  const retryAfterSec = await countSignUpAttempt(ip, deps)
  if (retryAfterSec !== null) return { retryAfterSec }
  const result = await tryCreatePerson(person, deps)
  if ('refused' in result) return { refused: result.refused }
  return { session: await createWebSession(result.channelId, previous, deps) }
}
