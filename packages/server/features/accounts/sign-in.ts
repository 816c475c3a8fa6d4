import type { Language } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { queueMail, type QueueMailDeps } from '../mail/queue-mail.ts'
import { recordSignInFailure } from '../../shared/audit-store.ts'
import { ipPrefix } from '../../shared/networks/ip-prefix.ts'
import type { Visitor } from '../../shared/callers/visitor.ts'
import { parseEmail } from './account-rules.ts'
import { loadAccountByEmail } from './account-store.ts'
import { startSignInAttempt } from './account-limits.ts'
import { knownDeviceId, rememberDevice } from './known-device.ts'
import { updateLanguage } from './links/account-token-store.ts'
import { dummyPasswordHash, hashingTurnOf, verifyPassword } from './password.ts'
import { createWebSession, type Browser, type NewWebSession } from './web-session.ts'

/** `previous` is the session of this browser, and `deviceCookie` its device cookie. */
type SignIn = {
  email: string
  password: string
  language: Language
  browser: Browser & { ip: string }
  previous: Visitor | null
  deviceCookie: string | null
}
export type SignInRefusal = 'wrong_credentials' | 'suspended'
type SignInResult =
  | { session: NewWebSession; deviceCookie: string }
  | { refusal: SignInRefusal }
  | { retryAfterSec: number }
type SignInDeps = QueueMailDeps & Pick<Deps, 'counters' | 'db' | 'installationKey'>

/** Starts a web session and ends the previous one. A person hears by mail of a device that is new to the account. */
export async function signIn(attempt: SignIn, deps: SignInDeps): Promise<SignInResult> {
  const result = await trySignIn(attempt, deps)
  if (!('session' in result)) deps.metrics.actionDone('account.sign_in_failed')
  return result
}

/** An unknown email address and a wrong password get the same answer after the same time. */
async function trySignIn(
  { email: input, password, language, browser, previous, deviceCookie }: SignIn,
  deps: SignInDeps,
): Promise<SignInResult> {
  const parsed = parseEmail(input)
  const email = 'email' in parsed ? parsed.email : ''
  const deviceId = knownDeviceId(deviceCookie, email, deps)
  const attempt = await startSignInAttempt({ email, ip: browser.ip, deviceId }, deps)
  if ('retryAfterSec' in attempt) return attempt

  const account = email === '' ? null : await loadAccountByEmail(deps.db.read, email)
  const passwordHash = account?.password_hash ?? dummyPasswordHash(deps.config)
  const turn = hashingTurnOf(browser.ip, attempt.isKnownDevice)
  const isCorrect = await verifyPassword(password, passwordHash, deps.config, turn).catch(async (error: unknown) => {
    await attempt.cancel()
    throw error
  })
  if (account === null || !isCorrect) {
    await deps.db.transaction((tx) => recordSignInFailure(tx, deps.clock.now(), account?.channel_id ?? null))
    return { refusal: 'wrong_credentials' }
  }
  const tooMany = await attempt.succeed()
  if (tooMany !== null) return tooMany
  if (account.ended_at !== null) return { refusal: 'suspended' }
  const { channel_id: channelId } = account
  const session = await createWebSession(
    channelId,
    {
      previous,
      browser,
      passwordHash,
      async onCreated(tx, publish) {
        await updateLanguage(tx, channelId, { language, isChosen: false })
        if (deviceId !== null) return
        const network = ipPrefix(browser.ip)
        const { userAgent } = browser
        const mail = { kind: 'NEW_SIGN_IN', at: deps.clock.now(), userAgent, network, channelId } as const
        await queueMail(tx, publish, mail, deps)
      },
    },
    deps,
  )
  if (session === null) return { refusal: 'wrong_credentials' }
  return { session, deviceCookie: rememberDevice(deviceCookie, email, deps) }
}
