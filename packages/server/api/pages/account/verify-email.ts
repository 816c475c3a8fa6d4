import { findLinkOwner } from '../../../features/accounts/links/mail-link.ts'
import { verifyEmail } from '../../../features/accounts/links/verify-email.ts'
import { definePage, page } from '../page-route.ts'
import { donePage } from '../done-page.ts'
import { verifyEmailPage } from './verify-email-page.ts'
import { unusableLinkPage } from './unusable-link-page.ts'

/** Opening the link does not use it: mail programs open links ahead of their readers. */
export const showVerifyEmail = definePage('GET', '/verify-email', async (request, deps) => {
  const token = request.query.get('token') ?? ''
  const owner = await findLinkOwner({ purpose: 'VERIFY_EMAIL', token }, deps)
  if (owner === null) return unusableLinkPage(request, 'account')
  return page(verifyEmailPage(request, { token, email: owner.email }))
})

export const submitVerifyEmail = definePage('POST', '/verify-email', async (request, deps) => {
  const email = await verifyEmail(request.form.get('token') ?? '', deps)
  return email === null ? unusableLinkPage(request, 'account') : page(donePage(request, request.strings.verifyEmail))
})
