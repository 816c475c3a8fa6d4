import { contactUrl } from '@onair/contract'
import { html, type Html } from './html.ts'
import { cardPage, layout } from './layout.ts'
import { page, type Page, type PageContext } from './page-route.ts'

type ErrorPageData = {
  status: number
  title: string
  next: string | Html
  detail?: Html
  canRetry?: boolean
  retryAfterSec?: number
}

/** A page that says what failed and what to do next. `detail` is for developers. */
export function errorPage(
  context: PageContext,
  { status, title, next, detail, canRetry = detail === undefined, retryAfterSec }: ErrorPageData,
): Page {
  const t = context.strings.errors
  const retryPath = canRetry ? context.currentPath : null
  const content = html`${detail !== undefined && html`<p class="notice">${detail}</p>`}
    <div class="buttons">
      ${retryPath !== null && html`<a class="button quiet" href="${retryPath}">${t.retry}</a>`}
      <a class="button quiet" href="/">${t.home}</a>
    </div>`
  const body = cardPage(context, { title, about: typeof next === 'string' ? html`<p>${next}</p>` : next, content })
  return page(body, { status, ...(retryAfterSec !== undefined && { retryAfterSec }) })
}

/** The same page as that of the console (packages/console/ui/not-found.tsx). */
export function notFoundPage(context: PageContext): Page {
  const t = context.strings.errors
  const main = html`<div class="not-found">
    <h1>${t.notFound.title}</h1>
    <p>${t.notFound.next}</p>
    <div><a class="button" href="/">${t.home}</a><a class="button quiet" href="/watch">${t.watch}</a></div>
  </div>`
  return page(layout(context, { title: t.notFound.title, main, width: 'wide', hasSearch: true }), {
    status: 404,
    hasScripts: true,
  })
}

export function tooManyAttemptsPage(context: PageContext, retryAfterSec: number): Page {
  const message = context.strings.errors.tooManyAttempts(Math.ceil(retryAfterSec / 60))
  return errorPage(context, { status: 429, ...message, retryAfterSec })
}

export function blockedPage(context: PageContext, block: 'networkBlocked' | 'deviceBlocked'): Page {
  const { title, next } = context.strings.errors[block]
  const texts = html`<p>${next}</p>
    ${contactText(context)}`
  return errorPage(context, { status: 403, title, next: texts, canRetry: false })
}

/** How to reach the people who run the site. */
export function contactText({ site: { contact }, strings }: PageContext): Html {
  const link = html`<a href="${contactUrl(contact)}">${contact.replace('https://', '')}</a>`
  return html`<p>${strings.errors.contact} ${contact !== '' && link}</p>`
}
