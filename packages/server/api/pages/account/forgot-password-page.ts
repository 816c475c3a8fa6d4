import { html, type Html } from '../html.ts'
import { layout } from '../layout.ts'
import type { PageRequest } from '../page-route.ts'

/** Asks for the address of the account. `rejected`: the input that is no address, else null. */
export function forgotPasswordPage(request: PageRequest, rejected: string | null): Html {
  const t = request.strings.forgotPassword
  const main = html`<div class="card">
    <div class="intro">
      <h1>${t.title}</h1>
      <p class="soft">${t.about}</p>
    </div>
    <form method="post" action="/forgot-password" class="fields" novalidate>
      <input type="hidden" name="csrf" value="${request.csrf}" />
      <div class="field">
        <label for="email">${t.email}</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username"
          required
          maxlength="254"
          value="${rejected ?? ''}"
          autofocus
          ${rejected !== null && html` aria-invalid="true" aria-describedby="email-error"`}
        />
        ${rejected !== null && html`<p class="field-error" id="email-error">${t.invalid}</p>`}
      </div>
      <button>${t.send}</button>
    </form>
    <p class="small soft"><a href="/sign-in">${t.signIn}</a></p>
  </div>`
  return layout(request, { title: t.title, main })
}

/** Says that a mail comes if there is an account. In a sandbox it leads to the mailbox. */
export function linkSentPage(request: PageRequest, email: string): Html {
  const t = request.strings.forgotPassword
  const main = html`<div class="card">
    <div class="intro">
      <h1>${t.sent}</h1>
      <p role="status">${t.sentNext(email)}</p>
      <p class="soft">${t.notArrived}</p>
    </div>
    <div class="buttons">
      ${request.hasSandboxAccess && html`<a class="button" href="/sandbox/mails">${t.mailbox}</a>`}
      <a class="button quiet" href="/forgot-password">${t.again}</a>
      <a class="button quiet" href="/sign-in">${t.signIn}</a>
    </div>
  </div>`
  return layout(request, { title: t.sent, main })
}
