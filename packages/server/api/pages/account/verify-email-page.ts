import { html, type Html } from '../html.ts'
import { layout } from '../layout.ts'
import type { PageRequest } from '../page-route.ts'

/** Asks the person to confirm the address of the mail. */
export function verifyEmailPage(request: PageRequest, { token, email }: { token: string; email: string }): Html {
  const t = request.strings.verifyEmail
  const main = html`<div class="card">
    <div class="intro">
      <h1>${t.title}</h1>
      <p class="soft">${t.about(email)}</p>
    </div>
    <form method="post" action="/verify-email" class="fields">
      <input type="hidden" name="csrf" value="${request.csrf}" />
      <input type="hidden" name="token" value="${token}" />
      <button>${t.verify}</button>
    </form>
  </div>`
  return layout(request, { title: t.title, main })
}
