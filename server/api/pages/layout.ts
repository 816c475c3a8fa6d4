import { html, type Html } from './html.ts'
import { languages, type PerLanguage } from './language.ts'
import type { PageContext } from './page-route.ts'
import { styleSheet } from './style-sheet.ts'

/** A whole page: our name, the switch of language, and in sandbox mode the strip that says so. */
export function layout(
  { language, currentPath, isSandbox }: PageContext,
  { title, main, isWide = false }: { title: string; main: Html; isWide?: boolean },
): Html {
  const t = strings[language]
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
        ${isSandbox && html`<aside class="sandbox" aria-label="${t.sandbox}"><b>${t.sandbox}</b> <span>${t.playMoney}</span></aside>`}
        <header>
          <a class="brand" href="/">${logo}<span>Onair</span></a>
          ${currentPath !== null && html`<nav aria-label="${t.language}">${languages.map((target) => languageLink(currentPath, target, language))}</nav>`}
        </header>
        <main class="${isWide ? 'wide' : 'narrow'}">${main}</main>
      </body>
    </html> `
}

function languageLink(currentPath: string, target: 'ko' | 'en', current: string): Html {
  const { nameOfLanguage } = strings[target]
  const [path = '', query] = currentPath.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('lang', target)
  return target === current
    ? html`<span lang="${target}" aria-current="true">${nameOfLanguage}</span>`
    : html`<a lang="${target}" hreflang="${target}" href="${path}?${String(parameters)}">${nameOfLanguage}</a>`
}

const logo = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
  <circle cx="16" cy="16" r="5" />
  <path d="M7.5 7.5a12 12 0 0 0 0 17M24.5 7.5a12 12 0 0 1 0 17" />
</svg>`

const strings: PerLanguage<Record<'nameOfLanguage' | 'language' | 'sandbox' | 'playMoney', string>> = {
  ko: {
    nameOfLanguage: '한국어',
    language: '언어',
    sandbox: '샌드박스',
    playMoney: '연습용 사람과 연습용 돈만 있습니다.',
  },
  en: {
    nameOfLanguage: 'English',
    language: 'Language',
    sandbox: 'Sandbox',
    playMoney: 'Demo people and play money only.',
  },
}
