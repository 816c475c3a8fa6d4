import type { Deps } from '../../infra/deps.ts'
import type { Visitor } from '../../shared/visitor.ts'
import { countSignUpAttempt } from './account-limits.ts'
import { rememberDevice } from './known-device.ts'
import { tryCreatePerson, type FieldRefusals } from './create-person.ts'
import { hashingTurnOf } from './password.ts'
import { createWebSession, type Browser, type NewWebSession } from './web-session.ts'

type SignUp = {
  channelName: string
  email: string
  password: string
  browser: Browser & { ip: string }
  previous: Visitor | null
  deviceCookie: string | null
}
type SignUpResult =
  | { session: NewWebSession; deviceCookie: string }
  | { refusals: FieldRefusals }
  | { retryAfterSec: number }
  | { isClosed: true }

/** Creates a person and their channel, and signs them in. `previous` is the session of this browser, and `deviceCookie` its device cookie. */
export async function signUp(
  { browser, previous, deviceCookie, ...person }: SignUp,
  deps: Pick<Deps, 'clock' | 'config' | 'counters' | 'dataKey' | 'db' | 'metrics' | 'installationKey' | 'random'>,
): Promise<SignUpResult> {
  if (deps.config.signUpsPerNetwork === 0) return { isClosed: true }
  const tooMany = await countSignUpAttempt(browser.ip, deps)
  if (tooMany !== null) return tooMany
  const result = await tryCreatePerson(person, deps, hashingTurnOf(browser.ip, false))
  if ('refusals' in result) return { refusals: result.refusals }
  const session = await createWebSession(result.channelId, { previous, browser }, deps)
  if (session === null) throw new Error('the account that was just created does not exist')
  deps.metrics.actionDone('account.created')
  return { session, deviceCookie: rememberDevice(deviceCookie, result.email, deps) }
}
