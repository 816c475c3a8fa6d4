import { requestPasswordReset } from '../../../features/accounts/links/request-password-reset.ts'
import { errorPage, tooManyAttemptsPage } from '../error-page.ts'
import { definePage, page, type Page, type PageRequest } from '../page-route.ts'
import { forgotPasswordPage, linkSentPage } from './forgot-password-page.ts'

export const showForgotPassword = definePage('GET', '/forgot-password', async (request) =>
  request.canMail ? page(forgotPasswordPage(request, null)) : noMailPage(request),
)

/** The page is the same for an address without an account. */
export const submitForgotPassword = definePage('POST', '/forgot-password', async (request, deps) => {
  if (!request.canMail) return noMailPage(request)
  const { form, ip, language } = request
  const email = form.get('email') ?? ''
  const result = await requestPasswordReset({ email, language, ip }, deps)
  if ('retryAfterSec' in result) return tooManyAttemptsPage(request, result.retryAfterSec)
  if ('refusal' in result) return page(forgotPasswordPage(request, email), { status: 400 })
  return page(linkSentPage(request, email.trim()))
})

function noMailPage(request: PageRequest): Page {
  const { forgotten: title, forgottenHelp: next } = request.strings.signIn
  return errorPage(request, { status: 404, title, next, canRetry: false })
}
