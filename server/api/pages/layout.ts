import type { Visitor } from '../../shared/visitor.ts'
import { html, type Html } from './html.ts'
import { languages, type Language } from './language.ts'
import { locales } from './locales.ts'
import type { PageContext } from './page-route.ts'
import { styleSheet } from './style-sheet.ts'

/** A page: the header with the language links, a banner in sandbox mode, and `main`. */
export function layout(
  { language, strings, currentPath, isSandbox }: PageContext,
  { title, main, isWide = false }: { title: string; main: Html; isWide?: boolean },
): Html {
  const t = strings.layout
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Onair</title>
        <link rel="icon" href="/assets/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/${styleSheet.path}" />
      </head>
      <body>
        ${isSandbox && html`<aside class="sandbox" aria-label="${t.sandbox}"><b>${t.sandbox}</b> <span>${t.sandboxNote}</span></aside>`}
        <header>
          <a class="brand" href="/">${logo}<span>Onair</span></a>
          ${currentPath !== null && html`<nav aria-label="${t.language}">${languages.map((target) => languageLink(currentPath, target, language))}</nav>`}
        </header>
        <main class="${isWide ? 'wide' : 'narrow'}">${main}</main>
      </body>
    </html> `
}

function languageLink(currentPath: string, target: Language, current: Language): Html {
  const { languageName } = locales[target].layout
  const [path = '', query] = currentPath.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('lang', target)
  return target === current
    ? html`<span lang="${target}" aria-current="true">${languageName}</span>`
    : html`<a lang="${target}" hreflang="${target}" href="${path}?${String(parameters)}">${languageName}</a>`
}

const logo = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
  <circle cx="16" cy="16" r="5" />
  <path d="M7.5 7.5a12 12 0 0 0 0 17M24.5 7.5a12 12 0 0 1 0 17" />
</svg>`

/** An account: avatar, channel name, email address, and an optional form beside them. */
export function accountCard({ channelName, email }: Visitor, form?: Html): Html {
  return html`<div class="profile account">
    ${avatar(channelName)}
    <div>
      <b><bdi>${channelName}</bdi></b
      ><span class="small soft">${email}</span>
    </div>
    ${form}
  </div>`
}

/** The first character of a name, in place of a picture. */
export function avatar(name: string): Html {
  const [first] = graphemes.segment(name.slice(0, 32))
  return html`<span class="avatar" aria-hidden="true">${first?.segment}</span>`
}

const graphemes = new Intl.Segmenter()
