import { html, type Html } from './html.ts'
import { cardPage } from './layout.ts'
import type { PageRequest } from './page-route.ts'

/** Says what was done after a link of a mail, and leads to the home page. */
export function donePage(request: PageRequest, t: { done: string; doneNext: string; home: string }): Html {
  const content = html`<div class="buttons"><a class="button" href="/">${t.home}</a></div>`
  return cardPage(request, { title: t.done, about: html`<p role="status">${t.doneNext}</p>`, content })
}
