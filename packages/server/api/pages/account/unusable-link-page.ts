import { html } from '../html.ts'
import { cardPage } from '../layout.ts'
import { page, type Page, type PageRequest } from '../page-route.ts'

/** Answers a link of a mail that was used or has expired. `next`: where the person gets a new one. */
export function unusableLinkPage(request: PageRequest, next: 'forgotPassword' | 'account'): Page {
  const { unusableLink: t, errors } = request.strings
  const path = next === 'account' ? '/account' : '/forgot-password'
  const content = html`<div class="buttons">
    <a class="button" href="${path}">${t[next]}</a>
    <a class="button quiet" href="/">${errors.home}</a>
  </div>`
  return page(cardPage(request, { title: t.title, about: html`<p>${t.next}</p>`, content }), { status: 400 })
}
