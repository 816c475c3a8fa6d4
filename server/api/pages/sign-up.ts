import { errorPage, errorTexts } from './error-page.ts'
import { definePage, sameOriginPath, page, redirect } from './page-route.ts'
import { countSignUpAttempt } from '../../features/accounts/attempt-limits.ts'
import { tryCreatePerson } from '../../features/accounts/create-person.ts'
import { signUpPage } from './sign-up-page.ts'
import { createWebSession } from '../../features/accounts/web-session.ts'

export const showSignUp = definePage('GET', '/sign-up', async (call) => {
  const returnPath = sameOriginPath(call.query.get('back'))
  const emptyValues = { channelName: '', email: '' }
  return call.visitor === null
    ? page(signUpPage(call, { returnPath, values: emptyValues, refusals: {} }))
    : redirect(returnPath)
})

/** A new person with a channel of their own, who is then signed in. */
export const signUp = definePage('POST', '/sign-up', async (call, deps) => {
  const returnPath = sameOriginPath(call.query.get('back'))
  const values = { channelName: call.form.get('channelName') ?? '', email: call.form.get('email') ?? '' }
  const retryAfterSec = await countSignUpAttempt(call.ip, deps)
  if (retryAfterSec !== null)
    return errorPage(call, {
      ...errorTexts[call.language].tooManyAttempts(Math.ceil(retryAfterSec / 60)),
      retryAfterSec: retryAfterSec,
    })

  const result = await tryCreatePerson({ ...values, password: call.form.get('password') ?? '' }, deps)
  if ('refused' in result)
    return page(signUpPage(call, { returnPath, values, refusals: result.refused }), { status: 400 })
  return redirect(returnPath, await createWebSession(result.channelId, call.visitor, deps))
})
