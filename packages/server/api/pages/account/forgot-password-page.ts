import { html, type Html } from '../html.ts'
import { cardPage, emailInput } from '../layout.ts'
import type { PageRequest } from '../page-route.ts'

/** Asks for the address of the account. `rejected`: the input that is no address, else null. */
export function forgotPasswordPage(request: PageRequest, rejected: string | null): Html {
  const t = request.strings.forgotPassword
  const content = html`<form method="post" action="/forgot-password" class="fields" novalidate>
      <input type="hidden" name="csrf" value="${request.csrf}" />
      <div class="field">
        <label for="email">${t.email}</label>
        ${emailInput(rejected ?? '', html`autofocus ${rejected !== null && html`aria-invalid="true" aria-describedby="email-error"`}`)}
        ${rejected !== null && html`<p class="field-error" id="email-error">${t.invalid}</p>`}
      </div>
      <button>${t.send}</button>
    </form>
    <p class="soft"><a href="/sign-in">${t.signIn}</a></p>`
  return cardPage(request, { title: t.title, about: t.about, content })
}

/** Says that a mail comes if there is an account. In a sandbox it leads to the mailbox. */
export function linkSentPage(request: PageRequest, email: string): Html {
  const t = request.strings.forgotPassword
  const content = html`<div class="buttons">
    ${request.hasSandboxAccess && html`<a class="button" href="/sandbox/mails">${t.mailbox}</a>`}
    <a class="button quiet" href="/forgot-password">${t.again}</a>
    <a class="button quiet" href="/sign-in">${t.signIn}</a>
  </div>`
  return cardPage(request, {
    title: t.sent,
    about: html`<p role="status">${t.sentNext(email)}</p>
      <p class="soft">${t.notArrived}</p>`,
    content,
  })
}
