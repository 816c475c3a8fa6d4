import { signIn } from '../../features/accounts/sign-in.ts'
import { tooManyAttemptsPage } from './error-page.ts'
import { definePage, page, redirect, returnPathOf, type PageRoute } from './page-route.ts'
import { signInPage, type DemoPerson } from './sign-in-page.ts'

/** `people` are offered for sign-in with one click to browsers that may use the sandbox. */
export function signInRoutes(people: readonly DemoPerson[]): PageRoute[] {
  return [
    definePage('GET', '/sign-in', async (request) => {
      const returnPath = returnPathOf(request)
      const demoPeople = request.hasSandboxAccess ? people : []
      return request.visitor === null
        ? page(signInPage(request, { returnPath, demoPeople }), { hasScripts: true })
        : redirect(returnPath)
    }),
    definePage('POST', '/sign-in', async (request, deps) => {
      const returnPath = returnPathOf(request)
      const demoPeople = request.hasSandboxAccess ? people : []
      const email = request.form.get('email') ?? ''
      const password = request.form.get('password') ?? ''
      const { ip, language, userAgent, visitor, deviceCookie } = request
      const result = await signIn(
        { email, password, language, browser: { ip, userAgent }, previous: visitor, deviceCookie },
        deps,
      )
      if ('retryAfterSec' in result) return tooManyAttemptsPage(request, result.retryAfterSec)
      if ('refusal' in result)
        return page(signInPage(request, { returnPath, demoPeople, rejectedEmail: email, refusal: result.refusal }), {
          status: 400,
          hasScripts: true,
        })
      return redirect(returnPath, result.session, result.deviceCookie)
    }),
  ]
}
