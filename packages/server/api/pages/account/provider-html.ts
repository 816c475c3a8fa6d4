import type { SignInProvider } from '../../../infra/oidc.ts'
import { html, type Html } from '../html.ts'
import { cardPage } from '../layout.ts'
import { page, withReturnPath, type Page, type PageRequest } from '../page-route.ts'
import { scriptPath } from '../style-sheet.ts'

type ProviderName = Pick<SignInProvider, 'id' | 'name'>

/** A button for each provider with which people continue. Nothing without providers. */
export function providerForms(
  { csrf, strings }: PageRequest,
  {
    providers,
    returnPath,
    invitation,
  }: { providers: readonly ProviderName[]; returnPath: string; invitation: string | null },
): Html | false {
  const t = strings.provider
  return (
    providers.length > 0 &&
    html`<div class="providers" role="group" aria-label="${t.label}">
      ${providers.map(
        ({ id, name }) =>
          html`<form method="post" action="${withReturnPath(`/sign-in/with/${id}`, returnPath)}" class="fields">
            <input type="hidden" name="csrf" value="${csrf}" />
            ${invitation !== null && html`<input type="hidden" name="invitation" value="${invitation}" />`}
            <button class="quiet">${t.continueWith(name)}</button>
          </form>`,
      )}
    </div>`
  )
}

/** Says that an account with the address exists, which the person links while signed in to it. */
export function emailTakenPage(request: PageRequest, name: string): Page {
  const { provider: t, signIn, errors } = request.strings
  const about = html`<p>${t.emailTaken.next(name)}</p>`
  const content = html`<div class="buttons">
    <a class="button" href="${withReturnPath('/sign-in', '/account')}">${signIn.signIn}</a>
    <a class="button quiet" href="/">${errors.home}</a>
  </div>`
  return page(cardPage(request, { title: t.emailTaken.title, about, content }), { status: 409 })
}

/** Says that the person has confirmed who they are, and closes itself. */
export function confirmedPage(request: PageRequest): Page {
  const { provider: t } = request.strings
  const about = html`<p role="status">${t.confirmed.next}</p>`
  const content = html`<script type="module" src="${scriptPath('confirmed.js')}"></script>`
  return page(cardPage(request, { title: t.confirmed.title, about, content }), { hasScripts: true })
}
