import { html } from '../html.ts'
import { layout } from '../layout.ts'
import { page, type Page, type PageRequest } from '../page-route.ts'

/** Answers a link of a mail that was used or has expired. `next`: where the person gets a new one. */
export function unusableLinkPage(request: PageRequest, next: 'forgotPassword' | 'account'): Page {
  const { unusableLink: t, errors } = request.strings
  const path = next === 'account' ? '/account' : '/forgot-password'
  const main = html`<div class="card">
    <div class="intro">
      <h1>${t.title}</h1>
      <p>${t.next}</p>
    </div>
    <div class="buttons">
      <a class="button" href="${path}">${t[next]}</a>
      <a class="button quiet" href="/">${errors.home}</a>
    </div>
  </div>`
  return page(layout(request, { title: t.title, main }), { status: 400 })
}
