import { html, type Html } from './html.ts'
import { languages, type InEach } from './language.ts'
import type { Frame } from './page-call.ts'
import { pageStyle } from './page-style.ts'

/** A whole page: our name, the switch of language, and in sandbox mode the strip that says so. */
export function shell(
  { language, here, isSandbox }: Frame,
  { title, main, isWide = false }: { title: string; main: Html; isWide?: boolean },
): Html {
  const said = words[language]
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Onair</title>
        <link rel="icon" href="/assets/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/${pageStyle.path}" />
      </head>
      <body>
        ${isSandbox && html`<aside class="sandbox" aria-label="${said.sandbox}"><b>${said.sandbox}</b> <span>${said.playMoney}</span></aside>`}
        <header>
          <a class="brand" href="/">${mark}<span>Onair</span></a>
          ${here !== null && html`<nav aria-label="${said.language}">${languages.map((other) => languageLink(here, other, language))}</nav>`}
        </header>
        <main class="${isWide ? 'wide' : 'narrow'}">${main}</main>
      </body>
    </html> `
}

function languageLink(here: string, other: 'ko' | 'en', current: string): Html {
  const { nameOfLanguage } = words[other]
  const [path = '', query] = here.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('lang', other)
  return other === current
    ? html`<span lang="${other}" aria-current="true">${nameOfLanguage}</span>`
    : html`<a lang="${other}" hreflang="${other}" href="${path}?${String(parameters)}">${nameOfLanguage}</a>`
}

const mark = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
  <circle cx="16" cy="16" r="5" />
  <path d="M7.5 7.5a12 12 0 0 0 0 17M24.5 7.5a12 12 0 0 1 0 17" />
</svg>`

const words: InEach<Record<'nameOfLanguage' | 'language' | 'sandbox' | 'playMoney', string>> = {
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
