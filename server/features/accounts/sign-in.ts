import { errorPage, explained } from '../../kit/error-page.ts'
import { onPage, ownPath, page, redirect, type PageRoute } from '../../kit/page-call.ts'
import type { World } from '../../world/world.ts'
import { emailOf } from './account-rules.ts'
import { loadAccountByEmail } from './account-store.ts'
import { countSignIn } from './attempts.ts'
import { isPassword, noPassword } from './password.ts'
import { signInPage, type Suggested } from './sign-in-page.ts'
import { openWebSession } from './web-session.ts'

/** Signing in, and then back to where one came from. `suggested` are people that anyone may be: those of the sandbox. */
export function signIn(suggested: readonly Suggested[]): PageRoute[] {
  return [
    onPage('GET', '/sign-in', async (call) => {
      const back = ownPath(call.query.get('back'))
      return call.visitor === null ? page(signInPage(call, { back, suggested })) : redirect(back)
    }),
    onPage('POST', '/sign-in', async (call, world) => {
      const back = ownPath(call.query.get('back'))
      const email = call.form.get('email') ?? ''
      const password = call.form.get('password') ?? ''
      const answer = await accountOf(email, password, call.address, world)
      if ('waitSec' in answer) {
        const why = explained[call.language].wait(Math.ceil(answer.waitSec / 60))
        return errorPage(call, { ...why, retryAfterSec: answer.waitSec })
      }
      if (answer.channelId === null)
        return page(signInPage(call, { back, suggested, wrong: { email } }), { status: 400 })
      return redirect(back, await openWebSession(answer.channelId, call.visitor, world))
    }),
  ]
}

/** Whose email address and password these are. An unknown address and a wrong password are told apart neither by words nor by time. */
async function accountOf(
  given: string,
  password: string,
  address: string,
  world: Pick<World, 'clock' | 'config' | 'counters' | 'db'>,
): Promise<{ channelId: string | null } | { waitSec: number }> {
  const read = emailOf(given)
  const email = 'email' in read ? read.email : ''
  const { waitSec, succeeded } = await countSignIn({ email, address }, world)
  if (waitSec !== null) return { waitSec }

  const account = email === '' ? null : await loadAccountByEmail(world.db.read, email)
  const isRight = await isPassword(password, account?.password_hash ?? noPassword(world.config))
  if (account === null || !isRight) return { channelId: null }
  await succeeded()
  return { channelId: account.channel_id }
}
