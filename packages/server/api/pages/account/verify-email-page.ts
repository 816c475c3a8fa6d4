import { html, type Html } from '../html.ts'
import { cardPage } from '../layout.ts'
import type { PageRequest } from '../page-route.ts'

/** Asks the person to confirm the address of the mail. */
export function verifyEmailPage(request: PageRequest, { token, email }: { token: string; email: string }): Html {
  const t = request.strings.verifyEmail
  const content = html`<form method="post" action="/verify-email" class="fields">
    <input type="hidden" name="csrf" value="${request.csrf}" />
    <input type="hidden" name="token" value="${token}" />
    <button>${t.verify}</button>
  </form>`
  return cardPage(request, { title: t.title, about: t.about(email), content })
}
