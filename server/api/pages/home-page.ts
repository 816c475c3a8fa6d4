import type { Addresses } from '../../infra/deps.ts'
import type { Visitor } from '../../shared/visitor.ts'
import { html, type Html } from './html.ts'
import { accountCard, layout } from './layout.ts'
import { withReturnPath, type PageRequest } from './page-route.ts'
import { demoPeopleSection, type DemoPerson } from './sign-in-page.ts'

type PageData = {
  addresses: Addresses
  consentUrl: string | null
  demoPeople: readonly DemoPerson[]
  hasIdentityProvider: boolean
}

export function homePage(
  request: PageRequest,
  { addresses, consentUrl, demoPeople, hasIdentityProvider }: PageData,
): Html {
  const { visitor, hasSandboxAccess } = request
  const t = request.strings.home
  const signInFirst = (path: string) => (visitor === null ? withReturnPath('/sign-in', path) : path)
  const main = html`<div class="card">
      <div class="intro">
        <h1>${t.title}</h1>
        <p class="soft">${t.about}</p>
      </div>
      ${visitor === null ? signedOutSection(request) : signedInSection(visitor, hasIdentityProvider, request)}
    </div>
    <section class="card" aria-labelledby="next">
      <div class="intro"><h2 id="next">${t.next}</h2></div>
      <ul class="destinations">
        ${destination(t.watch, t.watchAbout, '/watch', t.watchLink)}
        ${destination(t.develop, t.developAbout, signInFirst('/console/apps'), t.developLink)}
        ${destination(t.stream, t.streamAbout, signInFirst('/studio'), t.streamLink)}
        ${hasSandboxAccess && destination(t.simulate, t.simulateAbout, signInFirst('/console/trigger'), t.simulateLink)}
        ${consentUrl !== null && destination(t.consent, t.consentAbout, consentUrl, t.consentLink)}
      </ul>
    </section>
    ${visitor === null && demoPeopleSection(request, demoPeople, withReturnPath('/sign-in', '/'))}
    <section class="card" aria-labelledby="developers">
      <div class="intro"><h2 id="developers">${t.addresses}</h2></div>
      <dl>
        <dt>API</dt>
        <dd><code>${addresses.baseUrl}/open/v1</code></dd>
        <dt>${t.consent}</dt>
        <dd><code>${addresses.authUrl}/account-interlock</code></dd>
        <dt>${t.sockets}</dt>
        <dd><code>${addresses.socketUrl}</code></dd>
      </dl>
      ${hasSandboxAccess && html`<p class="small"><a href="${addresses.baseUrl}/sandbox/v1">${t.sandboxOverview}</a></p>`}
    </section>`
  return layout(request, { title: t.pageTitle, main, isWide: true })
}

function destination(title: string, about: string, href: string, linkText: string): Html {
  return html`<li>
    <h3>${title}</h3>
    <p class="soft">${about}</p>
    <p><a href="${href}">${linkText}</a></p>
  </li>`
}

function signedOutSection({ strings: { home: t } }: PageRequest): Html {
  return html`<div class="choice">
    <a class="button" href="/sign-in">${t.signIn}</a><a class="button quiet" href="/sign-up">${t.signUp}</a>
  </div>`
}

function signedInSection(visitor: Visitor, hasIdentityProvider: boolean, { csrf, strings }: PageRequest): Html {
  const t = strings.home
  const { channelId, identityVerified } = visitor
  const signOutForm = html`<form method="post" action="/sign-out">
    <input type="hidden" name="csrf" value="${csrf}" /><button class="link">${t.signOut}</button>
  </form>`
  return html`${accountCard(visitor, signOutForm)}
    <dl>
      <dt>${t.channelId}</dt>
      <dd><code>${channelId}</code></dd>
      ${
        (identityVerified || hasIdentityProvider) &&
        html`<dt>${t.identity}</dt>
          <dd>${identityVerified ? t.verified : html`<a href="/verify-identity">${t.verify}</a>`}</dd>`
      }
      <dt>${t.account}</dt>
      <dd><a href="/account">${t.accountLink}</a></dd>
      <dt>${t.connections}</dt>
      <dd><a href="/connections">${t.connectionsLink}</a></dd>
    </dl>`
}
