import { errorPage, errorTexts } from './error-page.ts'
import { definePage, sameOriginPath, page, redirect, type PageRoute } from './page-route.ts'
import type { Deps } from '../../infra/deps.ts'
import { parseEmail } from '../../features/accounts/account-rules.ts'
import { loadAccountByEmail } from '../../features/accounts/account-store.ts'
import { countSignInAttempt } from '../../features/accounts/attempt-limits.ts'
import { verifyPassword, dummyPasswordHash } from '../../features/accounts/password.ts'
import { signInPage, type DemoPerson } from './sign-in-page.ts'
import { createWebSession } from '../../features/accounts/web-session.ts'

/** Signing in, and then back to where one came from. `suggested` are people that anyone may be: those of the sandbox. */
export function signIn(demoPeople: readonly DemoPerson[]): PageRoute[] {
  return [
    definePage('GET', '/sign-in', async (call) => {
      const returnPath = sameOriginPath(call.query.get('back'))
      return call.visitor === null ? page(signInPage(call, { returnPath, demoPeople })) : redirect(returnPath)
    }),
    definePage('POST', '/sign-in', async (call, deps) => {
      const returnPath = sameOriginPath(call.query.get('back'))
      const email = call.form.get('email') ?? ''
      const password = call.form.get('password') ?? ''
      const result = await authenticate(email, password, call.ip, deps)
      if ('retryAfterSec' in result) {
        const content = errorTexts[call.language].tooManyAttempts(Math.ceil(result.retryAfterSec / 60))
        return errorPage(call, { ...content, retryAfterSec: result.retryAfterSec })
      }
      if (result.channelId === null)
        return page(signInPage(call, { returnPath, demoPeople, failedAttempt: { email } }), { status: 400 })
      return redirect(returnPath, await createWebSession(result.channelId, call.visitor, deps))
    }),
  ]
}

/** Whose email address and password these are. An unknown address and a wrong password are told apart neither by words nor by time. */
async function authenticate(
  emailInput: string,
  password: string,
  address: string,
  deps: Pick<Deps, 'clock' | 'config' | 'counters' | 'db'>,
): Promise<{ channelId: string | null } | { retryAfterSec: number }> {
  const parsed = parseEmail(emailInput)
  const email = 'email' in parsed ? parsed.email : ''
  const { retryAfterSec, recordSuccess } = await countSignInAttempt({ email, address }, deps)
  if (retryAfterSec !== null) return { retryAfterSec }

  const account = email === '' ? null : await loadAccountByEmail(deps.db.read, email)
  const isCorrect = await verifyPassword(password, account?.password_hash ?? dummyPasswordHash(deps.config))
  if (account === null || !isCorrect) return { channelId: null }
  await recordSuccess()
  return { channelId: account.channel_id }
}
