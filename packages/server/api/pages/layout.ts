import { contactUrl, documentPaths, languages } from '@onair/contract'
import type { Visitor } from '../../shared/callers/visitor.ts'
import { html, type Html } from './html.ts'
import { locales } from './locales.ts'
import { withReturnPath, type PageContext } from './page-route.ts'
import { fontSheetPath, scriptPath, styleSheet } from './style-sheet.ts'
import { themes } from './theme.ts'

type PageParts = {
  title: string
  main: Html
  width?: 'narrow' | 'wide' | 'full'
  /** Whether Ctrl+K and a link in the header lead to the search of the console. */
  hasSearch?: boolean
}

/** A page: the header of the site, and `main`. */
export function layout(context: PageContext, { title, main, width = 'narrow', hasSearch = false }: PageParts): Html {
  const { language, site, theme } = context
  return html`<!doctype html>
    <html lang="${language}" data-theme="${theme}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${site.name}</title>
        <link rel="stylesheet" href="/assets/${styleSheet.path}" />
        ${identityTags(site)}
      </head>
      <body>
        ${siteBanner(site)} ${siteHeader(context, undefined, hasSearch)}
        <main class="${width}">${main}</main>
        ${siteFooter(context)} ${hasSearch && html`<script type="module" src="${scriptPath('search.js')}"></script>`}
        ${fontSheetPath !== null && html`<link rel="stylesheet" href="${fontSheetPath}" />`}
      </body>
    </html> `
}

/** `about`: a sentence, or paragraphs. */
type CardParts = Omit<PageParts, 'main'> & { about: string | Html; content: Html }

/** A page of one card: its title, a few words about it, and the content. */
export function cardPage(context: PageContext, { about, content, ...parts }: CardParts): Html {
  const main = html`<div class="card">
    <div class="intro">
      <h1>${parts.title}</h1>
      ${typeof about === 'string' ? html`<p class="soft">${about}</p>` : about}
    </div>
    ${content}
  </div>`
  return layout(context, { ...parts, main })
}

/** The icon, the colours and the manifest of the site. */
export function identityTags({ accent, logoId }: PageContext['site']): Html {
  return html`<link rel="icon" href="${iconPath(logoId)}" />
    <link rel="manifest" href="/manifest.webmanifest" />
    ${accent !== '' && html`<link rel="stylesheet" href="/assets/accent/${accent.slice(1)}.css" />`}`
}

export function iconPath(logoId: string | null): string {
  return logoId === null ? '/assets/favicon.svg' : `/assets/logo/${logoId}`
}

const places = { live: '/live', watch: '/watch', studio: '/studio', developers: '/console/apps' } as const
export type Place = keyof typeof places
/** The live screen is a place of a sandbox. */
const placeNames = Object.keys(places) as Place[]

/** The header that the console has too (packages/console/app/shell.tsx). `current` is the place of the page. */
export function siteHeader(context: PageContext, current?: Place, hasSearch = false): Html {
  const { strings, currentPath, isSandbox, site, visitor } = context
  const t = strings.layout
  return html`<header class="site-header">
    <a class="brand" href="/"
      >${site.logoId === null ? logo : html`<img src="${iconPath(site.logoId)}" width="28" height="28" alt="" />`}<span
        ><bdi>${site.name}</bdi></span
      ></a
    >
    <nav class="places" aria-label="${t.mainMenu}">
      ${placeNames
        .filter((place) => place !== 'live' || isSandbox)
        .map(
          (place) => html`<a href="${places[place]}" ${place === current && html`aria-current="page"`}>${t[place]}</a>`,
        )}
    </nav>
    ${isSandbox && html`<span class="sandbox" title="${t.sandboxNote}">${t.sandbox}</span>`}
    <div class="who">
      ${hasSearch && searchLink(context)}
      ${visitor === null && html`<a href="${withReturnPath('/sign-in', signInReturnPath(currentPath))}">${t.signIn}</a>`}
      ${(visitor || currentPath !== null) && settingsMenu(context)}
    </div>
  </header>`
}

/** The notice of the operators at the top of every page. */
export function siteBanner({ banner }: PageContext['site']): Html {
  return html`${banner !== '' && html`<p class="site-banner">${banner}</p>`}`
}

/** The end of every page. */
export function siteFooter({ isSandbox, site, strings: { layout: t } }: PageContext): Html {
  const { contact, documents, footer, showsSoftware } = site
  const links = [
    ...documents.map((kind) => html`<a href="${documentPaths[kind]}">${t.documents[kind]}</a>`),
    ...(contact === '' ? [] : [html`<a href="${contactUrl(contact)}">${t.contact}</a>`]),
    ...(showsSoftware && !isSandbox ? [html`<span>${t.software}</span>`] : []),
  ]
  if (footer === '' && links.length === 0) return html``
  return html`<footer class="site-footer">
    ${footer !== '' && html`<p>${footer}</p>`}
    <nav aria-label="${t.aboutSite}">${links}</nav>
  </footer>`
}

/** Looks like the button of the console, and opens its search there. */
function searchLink({ strings: { layout: t } }: PageContext): Html {
  return html`<a class="find" href="/watch?palette=open">
    <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true" class="icon">
      <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20" />
    </svg>
    <span>${t.search}</span>
    <kbd aria-hidden="true">Ctrl K</kbd>
  </a>`
}

const guestPages = /^\/(sign-|forgot-password|reset-password|verify-email|unsubscribe)/

/** The pages of a guest do not lead back to themselves. */
function signInReturnPath(currentPath: string | null): string {
  return currentPath === null || guestPages.test(currentPath) ? '/' : currentPath
}

/** The links of the account, and those that show the page in another theme and language. It needs no script. */
function settingsMenu({ language, strings, theme, visitor, currentPath }: PageContext): Html {
  const t = strings.layout
  return html`<details class="site-menu">
    ${
      visitor
        ? html`<summary>${headPicture(visitor)}<bdi class="clip">${visitor.channelName}</bdi>${chevron}</summary>`
        : html`<summary aria-label="${t.settings}" title="${t.settings}">${gear}</summary>`
    }
    <div>
      ${
        visitor &&
        html`<a href="/account">${t.account}</a><a href="/connections">${t.connections}</a
          ><a href="/watch/drops">${t.drops}</a>`
      }
      ${
        currentPath !== null &&
        html`<b>${t.theme}</b>
          ${themes.map((one) => optionLink(currentPath, 'theme', one, t.themes[one], one === theme))}
          <b>${t.language}</b>
          ${languages.map((one) => optionLink(currentPath, 'lang', one, locales[one].layout.languageName, one === language))}`
      }
    </div>
  </details>`
}

/** The picture of the visitor's channel. The API's host has the path too. */
function headPicture({ pictureId }: Visitor): Html {
  return html`${
    pictureId !== null &&
    html`<img class="head-picture" src="/assets/channels/${pictureId}" alt="" width="24" height="24" />`
  }`
}

const optionLink = (path: string, name: 'lang' | 'theme', value: string, label: string, isCurrent: boolean) =>
  html`<a
    ${name === 'lang' && html`lang="${value}" hreflang="${value}"`}
    href="${withParameter(path, name, value)}"
    ${isCurrent && html`aria-current="true"`}
    >${label}</a
  >`

function withParameter(currentPath: string, name: string, value: string): string {
  const [path = '', query] = currentPath.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set(name, value)
  return `${path}?${String(parameters)}`
}

const chevron = html`<svg
  viewBox="0 0 24 24"
  width="14"
  height="14"
  aria-hidden="true"
  fill="none"
  stroke="currentColor"
  stroke-width="2"
>
  <path d="M6 9.5l6 6 6-6" />
</svg>`

const gear = html`<svg
  viewBox="0 0 24 24"
  width="18"
  height="18"
  aria-hidden="true"
  fill="none"
  stroke="currentColor"
  stroke-width="1.75"
  stroke-linejoin="round"
>
  <path
    d="M10.3 4.3c.5-1.7 2.9-1.7 3.4 0a1.7 1.7 0 0 0 2.5 1.1c1.6-1 3.3.8 2.4 2.4a1.7 1.7 0 0 0 1.1 2.5c1.7.5 1.7 2.9 0 3.4a1.7 1.7 0 0 0-1.1 2.5c1 1.6-.8 3.3-2.4 2.4a1.7 1.7 0 0 0-2.5 1.1c-.5 1.7-2.9 1.7-3.4 0a1.7 1.7 0 0 0-2.5-1.1c-1.6 1-3.3-.8-2.4-2.4a1.7 1.7 0 0 0-1.1-2.5c-1.7-.5-1.7-2.9 0-3.4a1.7 1.7 0 0 0 1.1-2.5c-1-1.6.8-3.3 2.4-2.4a1.7 1.7 0 0 0 2.5-1.1z"
  />
  <circle cx="12" cy="12" r="3" />
</svg>`

const logo = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
  <circle cx="16" cy="16" r="5" />
  <path d="M7.5 7.5a12 12 0 0 0 0 17M24.5 7.5a12 12 0 0 1 0 17" />
</svg>`

/** An account: avatar, channel name, email address, and an optional form beside them. */
export function accountCard({ channelName, email, pictureId }: Visitor, form?: Html): Html {
  return html`<div class="profile account">
    ${avatar(channelName, pictureId && `/assets/channels/${pictureId}`)}
    <div>
      <b><bdi>${channelName}</bdi></b
      ><span class="soft">${email}</span>
    </div>
    ${form}
  </div>`
}

/** The picture of a channel, or the first character of its name. */
export function avatar(name: string, imageUrl: string | null = null): Html {
  if (imageUrl !== null)
    return html`<img class="avatar" src="${imageUrl}" alt="" width="40" height="40" loading="lazy" />`
  const [first] = graphemes.segment(name.slice(0, 32))
  return html`<span class="avatar" aria-hidden="true">${first?.segment.toUpperCase()}</span>`
}

const graphemes = new Intl.Segmenter()

/** The input of an email address that names an account. */
export function emailInput(value: string, attributes: Html): Html {
  return html`<input
    id="email"
    name="email"
    type="email"
    autocomplete="username"
    required
    maxlength="254"
    value="${value}"
    ${attributes}
  />`
}

/** A field of a password with a button that shows and hides what it holds; the script `password.js` shows the button. */
export function passwordField(attributes: Html, { password: t }: Pick<PageContext['strings'], 'password'>): Html {
  return html`<div class="password">
      <input id="password" name="password" type="password" required maxlength="200" ${attributes} />
      <button
        class="quiet small"
        type="button"
        data-shows="password"
        data-hide="${t.hide}"
        aria-controls="password"
        hidden
      >
        ${t.show}
      </button>
    </div>
    <script type="module" src="${scriptPath('password.js')}"></script>`
}
