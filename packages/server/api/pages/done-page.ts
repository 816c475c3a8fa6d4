import { html, type Html } from './html.ts'
import { layout } from './layout.ts'
import type { PageRequest } from './page-route.ts'

/** Says what was done after a link of a mail, and leads to the home page. */
export function donePage(request: PageRequest, t: { done: string; doneNext: string; home: string }): Html {
  const main = html`<div class="card">
    <div class="intro">
      <h1>${t.done}</h1>
      <p role="status">${t.doneNext}</p>
    </div>
    <div class="buttons"><a class="button" href="/">${t.home}</a></div>
  </div>`
  return layout(request, { title: t.done, main })
}
