import { translateReason } from '@onair/contract'
import type { AccountRefusal } from '../../../features/accounts/account-rules.ts'
import { toErrorReason } from '../../../shared/refusal.ts'
import { html, type Html } from '../html.ts'
import { cardPage, passwordField } from '../layout.ts'
import type { PageRequest } from '../page-route.ts'

type PageData = { token: string; email: string; refusal: AccountRefusal | null }

/** Asks for a new password. The token is in the form, so that its address does not hold it. */
export function resetPasswordPage(request: PageRequest, { token, email, refusal }: PageData): Html {
  const { resetPassword: t, signUp } = request.strings
  const note = refusal === null ? 'password-hint' : 'password-error'
  const content = html`<form method="post" action="/reset-password" class="fields" novalidate>
    <input type="hidden" name="csrf" value="${request.csrf}" />
    <input type="hidden" name="token" value="${token}" />
    <input type="text" name="email" value="${email}" autocomplete="username" hidden />
    <div class="field">
      <label for="password">${t.password}</label>
      ${passwordField(
        html`autocomplete="new-password" minlength="8" autofocus aria-describedby="${note}"
        ${refusal !== null && html` aria-invalid="true"`}`,
        request.strings,
      )}
      ${
        refusal === null
          ? html`<p class="soft" id="${note}">${t.hint}</p>`
          : html`<p class="field-error" id="${note}">${translateReason(signUp.refusals, toErrorReason(refusal))}</p>`
      }
    </div>
    <button>${t.save}</button>
  </form>`
  return cardPage(request, { title: t.title, about: t.about(email), content })
}
