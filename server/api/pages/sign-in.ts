import { signIn } from '../../features/accounts/sign-in.ts'
import { tooManyAttemptsPage } from './error-page.ts'
import { definePage, page, redirect, returnPathOf, type PageRoute } from './page-route.ts'
import { signInPage, type DemoPerson } from './sign-in-page.ts'

/** `demoPeople` are offered for sign-in with one click; only the sandbox has any. */
export function signInRoutes(demoPeople: readonly DemoPerson[]): PageRoute[] {
  return [
    definePage('GET', '/sign-in', async (request) => {
      const returnPath = returnPathOf(request)
      return request.visitor === null ? page(signInPage(request, { returnPath, demoPeople })) : redirect(returnPath)
    }),
    definePage('POST', '/sign-in', async (request, deps) => {
      const returnPath = returnPathOf(request)
      const email = request.form.get('email') ?? ''
      const password = request.form.get('password') ?? ''
      const { ip, visitor, deviceCookie } = request
      const result = await signIn({ email, password, ip, previous: visitor, deviceCookie }, deps)
      if ('retryAfterSec' in result) return tooManyAttemptsPage(request, result.retryAfterSec)
      if ('refused' in result)
        return page(signInPage(request, { returnPath, demoPeople, rejectedEmail: email }), { status: 400 })
      return redirect(returnPath, result.session, result.deviceCookie)
    }),
  ]
}
