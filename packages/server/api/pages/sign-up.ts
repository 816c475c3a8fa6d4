import { signUp } from '../../features/accounts/sign-up.ts'
import { tooManyAttemptsPage } from './error-page.ts'
import { definePage, page, redirect, returnPathOf } from './page-route.ts'
import { signUpPage } from './sign-up-page.ts'

export const showSignUp = definePage('GET', '/sign-up', async (request) => {
  const returnPath = returnPathOf(request)
  const values = { channelName: '', email: '' }
  return request.visitor === null
    ? page(signUpPage(request, { returnPath, values, refusals: {} }), { hasScripts: true })
    : redirect(returnPath)
})

export const submitSignUp = definePage('POST', '/sign-up', async (request, deps) => {
  const { form, ip, userAgent, visitor, deviceCookie } = request
  const returnPath = returnPathOf(request)
  const values = { channelName: form.get('channelName') ?? '', email: form.get('email') ?? '' }
  const password = form.get('password') ?? ''
  const result = await signUp(
    { ...values, password, browser: { ip, userAgent }, previous: visitor, deviceCookie },
    deps,
  )
  if ('retryAfterSec' in result) return tooManyAttemptsPage(request, result.retryAfterSec)
  if ('refusals' in result)
    return page(signUpPage(request, { returnPath, values, refusals: result.refusals }), {
      status: 400,
      hasScripts: true,
    })
  return redirect(returnPath, result.session, result.deviceCookie)
})
