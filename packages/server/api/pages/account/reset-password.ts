import { findLinkOwner } from '../../../features/accounts/links/mail-link.ts'
import { resetForgottenPassword, type EndControl } from '../../../features/accounts/links/reset-forgotten-password.ts'
import { replaceSecretsOf, type ReplaceSecretsDeps } from '../../../features/apps/secrets/replace-secrets.ts'
import { endSiteRole } from '../../../features/operators/site-roles.ts'
import { endAccountActivity } from '../../../features/sessions/end-account-activity.ts'
import { withdrawAllConsents } from '../../../features/auth/withdraw-consent.ts'
import type { Deps } from '../../../infra/deps.ts'
import { definePage, page, redirect } from '../page-route.ts'
import { resetPasswordPage } from './reset-password-page.ts'
import { unusableLinkPage } from './unusable-link-page.ts'

/** Opening the link does not use it: mail programs open links ahead of their readers. */
export const showResetPassword = definePage('GET', '/reset-password', async (request, deps) => {
  const token = request.query.get('token') ?? ''
  const owner = await findLinkOwner({ purpose: 'RESET_PASSWORD', token }, deps)
  if (owner === null) return unusableLinkPage(request, 'forgotPassword')
  return page(resetPasswordPage(request, { token, email: owner.email, refusal: null }), { hasScripts: true })
})

export const submitResetPassword = definePage('POST', '/reset-password', async (request, deps) => {
  const { form, ip } = request
  const [token, password] = [form.get('token') ?? '', form.get('password') ?? '']
  const result = await resetForgottenPassword({ token, password, ip }, endControl(deps), deps)
  if ('isReset' in result) return redirect('/sign-in?reset=done', 'ended')
  const owner = await findLinkOwner({ purpose: 'RESET_PASSWORD', token }, deps)
  if ('isUnusable' in result || owner === null) return unusableLinkPage(request, 'forgotPassword')
  const { refusal } = result
  return page(resetPasswordPage(request, { token, email: owner.email, refusal }), { status: 400, hasScripts: true })
})

export function endControl(deps: ReplaceSecretsDeps & Pick<Deps, 'config'>): EndControl {
  return async (tx, publish, channelId, time) => {
    await endAccountActivity(tx, publish, { channelId, now: time.now }, deps)
    return {
      connections: await withdrawAllConsents(tx, publish, channelId, time),
      apps: await replaceSecretsOf(tx, channelId, time, deps),
      siteRole: await endSiteRole(tx, time.now, channelId),
    }
  }
}
