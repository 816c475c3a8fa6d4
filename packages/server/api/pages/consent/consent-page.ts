import type { Scope } from '@onair/contract'
import { describeScope, splitByAccess } from '@onair/contract/scope-descriptions'
import type { Visitor } from '../../../shared/callers/visitor.ts'
import { html, type Html } from '../html.ts'
import { accountCard, avatar, layout } from '../layout.ts'
import { withReturnPath, type PageRequest } from '../page-route.ts'

type PageData = {
  visitor: Visitor
  clientId: string
  appName: string
  makerName: string | null
  redirectUri: string
  newScopes: readonly Scope[]
  grantedScopes: readonly Scope[]
  /** The form returns it, so that the server knows which scopes the person saw. */
  scopesHash: string
}

/** The buttons to allow and to deny look the same, so that the page favours neither. */
export function consentPage(
  request: PageRequest,
  { visitor, clientId, appName, makerName, redirectUri, newScopes, grantedScopes, scopesHash }: PageData,
): Html {
  const t = request.strings.consent
  const hasGrant = grantedScopes.length > 0
  const { reads, writes } = splitByAccess(newScopes)
  const main = html`<div class="card">
    <div class="profile app">
      ${avatar(appName)}
      <div>
        <h1><bdi>${appName}</bdi></h1>
        <p class="soft">${introductionOf(t, hasGrant, newScopes.length > 0)}</p>
        ${makerName !== null && html`<p class="soft">${t.maker} <bdi>${makerName}</bdi></p>`}
      </div>
    </div>
    ${accountCard(visitor, switchAccountForm(request))} ${scopeSection(t.reads, reads, request)}
    ${scopeSection(t.changes, writes, request)} ${hasGrant && grantedSection(grantedScopes, request)}
    <p class="soft">
      ${t.destination} <bdi><code>${displayOrigin(redirectUri)}</code></bdi>
    </p>
    <form method="post" action="${request.currentPath}" class="group decision">
      <input type="hidden" name="csrf" value="${request.csrf}" />
      <input type="hidden" name="shown" value="${scopesHash}" />
      ${newScopes.length > 0 && html`<p>${t.counts(reads.length, writes.length)}</p>`}
      <div class="choice">
        <button class="quiet" name="decision" value="deny">${t.deny}</button
        ><button class="quiet" name="decision" value="allow">${t.allow}</button>
      </div>
    </form>
    <p class="soft">${t.withdraw} <a href="/connections">${request.strings.layout.connections}</a></p>
    <p class="soft">
      <a href="/connections/report/${encodeURIComponent(clientId)}" target="_blank" rel="noopener">${t.report}</a>
    </p>
  </div>`
  return layout(request, { title: `${appName} · ${t.title}`, main })
}

function introductionOf(t: PageRequest['strings']['consent'], hasGrant: boolean, asksForScopes: boolean): string {
  if (hasGrant) return asksForScopes ? t.asksMore : t.asksAgain
  return asksForScopes ? t.asks : t.asksNothing
}

const maxShownLength = 300

/** The parameter that is wrong, and what arrived. */
export function parameterDetail(
  name: string,
  values: readonly string[],
  t: PageRequest['strings']['consentErrors'],
): Html {
  if (values.length === 0 || values[0] === '') return html`<code>${name}</code> ${t.empty}`
  const shown = values.map((value) => (value.length > maxShownLength ? `${value.slice(0, maxShownLength)}…` : value))
  return html`<code>${name}</code> =
    ${shown.map((value, at) => html`${at > 0 && ', '}<code><bdi>${value}</bdi></code>`)}`
}

function switchAccountForm({ csrf, currentPath, strings }: PageRequest): Html {
  return html`<form method="post" action="${withReturnPath('/sign-out', currentPath ?? '/')}">
    <input type="hidden" name="csrf" value="${csrf}" /><button class="link">${strings.consent.switchAccount}</button>
  </form>`
}

function scopeSection(title: string, scopes: readonly Scope[], { language, strings }: PageRequest): Html | null {
  if (scopes.length === 0) return null
  return html`<section class="group">
    <h2>${title} (${scopes.length})</h2>
    <ul class="permissions">
      ${scopes.map((scope) => {
        const { text, risk, changes } = describeScope(scope)
        return risk === undefined
          ? html`<li>${changes ? pen : eye}<span>${text[language]}</span></li>`
          : html`<li class="risky">
              ${warning}<span><b>${text[language]}</b><span class="tag">${strings.consent.risky}</span></span>
              <p>${risk.warning[language]}</p>
            </li>`
      })}
    </ul>
  </section>`
}

function grantedSection(scopes: readonly Scope[], { language, strings }: PageRequest): Html {
  return html`<details>
    <summary>${strings.consent.granted(scopes.length)}</summary>
    <ul>
      ${scopes.map((scope) => html`<li>${describeScope(scope).text[language]}</li>`)}
    </ul>
  </details>`
}

/** The origin of a URL; for a custom scheme, the URL without its query. */
function displayOrigin(address: string): string {
  const url = URL.parse(address)
  return url === null || url.origin === 'null' ? (address.split('?')[0] ?? address) : url.origin
}

const icon = (lines: Html) => html`<svg viewBox="0 0 20 20" aria-hidden="true" class="icon">${lines}</svg>`
const eye = icon(
  html`<path d="M1.8 10S4.8 4.6 10 4.6 18.2 10 18.2 10 15.2 15.4 10 15.4 1.8 10 1.8 10z" /><circle
      cx="10"
      cy="10"
      r="2.4"
    />`,
)
const pen = icon(
  html`<path d="M3 17l.9-3.7L13.6 3.6a1.6 1.6 0 0 1 2.3 0l.5.5a1.6 1.6 0 0 1 0 2.3l-9.7 9.7zM12 5.2l2.8 2.8" />`,
)
const warning = icon(html`<path d="M10 2.8l8 14H2zM10 8v4M10 14.4v.2" />`)
