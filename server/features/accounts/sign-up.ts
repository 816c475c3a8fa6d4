import { errorPage, explained } from '../../kit/error-page.ts'
import { onPage, ownPath, page, redirect } from '../../kit/page-call.ts'
import { countSignUp } from './attempts.ts'
import { addPerson } from './make-person.ts'
import { signUpPage } from './sign-up-page.ts'
import { openWebSession } from './web-session.ts'

export const showSignUp = onPage('GET', '/sign-up', async (call) => {
  const back = ownPath(call.query.get('back'))
  const nothing = { channelName: '', email: '' }
  return call.visitor === null ? page(signUpPage(call, { back, given: nothing, refused: {} })) : redirect(back)
})

/** A new person with a channel of their own, who is then signed in. */
export const signUp = onPage('POST', '/sign-up', async (call, world) => {
  const back = ownPath(call.query.get('back'))
  const given = { channelName: call.form.get('channelName') ?? '', email: call.form.get('email') ?? '' }
  const waitSec = await countSignUp(call.address, world)
  if (waitSec !== null)
    return errorPage(call, { ...explained[call.language].wait(Math.ceil(waitSec / 60)), retryAfterSec: waitSec })

  const made = await addPerson({ ...given, password: call.form.get('password') ?? '' }, world)
  if ('refused' in made) return page(signUpPage(call, { back, given, refused: made.refused }), { status: 400 })
  return redirect(back, await openWebSession(made.channelId, call.visitor, world))
})
