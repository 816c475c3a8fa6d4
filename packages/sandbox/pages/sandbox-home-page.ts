import type { consoleApi, ContentOf, DisconnectCode } from '@onair/contract'
import type { Credentials } from '@onair/server/features/apps/register-app.ts'
import type { BrowsedLive } from '@onair/server/features/lives/browse-lives.ts'
import type { Addresses } from '@onair/server/infra/deps.ts'
import type { Visitor } from '@onair/server/shared/visitor.ts'
import { html, type Html } from '@onair/server/api/pages/html.ts'
import { accountCard, command, layout } from '@onair/server/api/pages/layout.ts'
import { withReturnPath, type PageRequest } from '@onair/server/api/pages/page-route.ts'
import { demoPeopleSection, type DemoPerson } from '@onair/server/api/pages/sign-in-page.ts'
import { liveGrid } from '@onair/server/api/pages/site-home-page.ts'
import { scriptPath } from '@onair/server/api/pages/style-sheet.ts'

export type InspectorRecord = ContentOf<typeof consoleApi.inspector.listRecords>['data'][number]
type PageData = {
  addresses: Addresses
  consentUrl: string
  demoCredentials: Credentials
  demoPeople: readonly DemoPerson[]
  hasIdentityProvider: boolean
  lives: readonly BrowsedLive[]
  /** Newest first. Null for a browser that may not use the sandbox. */
  records: readonly InspectorRecord[] | null
  version: string
}

/** The home page of a sandbox: what runs, the first command, and what happened last. */
export function sandboxHomePage(request: PageRequest, data: PageData): Html {
  const { visitor, strings } = request
  const { demoPeople, records, version } = data
  const t = strings.sandboxHome
  const hasScripts = records !== null
  const otherPeople = demoPeople.filter(({ email }) => email !== visitor?.email)
  const main = html`<div class="columns">
    <div>
      ${request.query.has('reset') && html`<p class="notice good" role="status">${t.wasReset}</p>`}
      <div class="card">
        <div class="intro">
          <h1>${t.title}</h1>
          <p class="soft">${t.about(version)}</p>
        </div>
        ${addressList(data, request)} ${hasScripts && credentialsCommand(data, request)}
        ${visitor === null ? signedOutSection(request) : signedInSection(visitor, data, request)}
      </div>
      ${demoPeopleSection(request, otherPeople, withReturnPath('/sign-in', '/'))}
    </div>
    <div>
      ${records !== null && firstEventCard(records, data, request)} ${liveCard(data, request)}
      ${destinations(data, request)}
    </div>
    ${
      hasScripts &&
      html`<script type="module" src="${scriptPath('copy.js')}"></script>
        <script type="module" src="${scriptPath('records.js')}"></script>`
    }
  </div>`
  return layout(request, { title: t.pageTitle, main, width: 'full', hasSearch: visitor !== null })
}

function addressList({ addresses }: PageData, { hasSandboxAccess, strings: { sandboxHome: t } }: PageRequest): Html {
  return html`<dl>
    <dt>API</dt>
    <dd><code>${addresses.baseUrl}/open/v1</code></dd>
    <dt>${t.consent}</dt>
    <dd><code>${addresses.authUrl}/account-interlock</code></dd>
    <dt>${t.sockets}</dt>
    <dd><code>${addresses.socketUrl}</code></dd>
    ${
      hasSandboxAccess &&
      html`<dt>${t.overview}</dt>
        <dd><a href="${addresses.baseUrl}/sandbox/v1">${t.overviewLink}</a></dd>`
    }
  </dl>`
}

/** The credentials as shell variables, which the examples of the documentation use. */
function credentialsCommand({ demoCredentials: { clientId, clientSecret } }: PageData, { strings }: PageRequest): Html {
  const variables = [`export CLIENT_ID=${clientId}`, `export CLIENT_SECRET=${clientSecret}`].join('\n')
  return command('credentials', strings.sandboxHome.credentials, variables, strings.command)
}

/** The command that causes a first event, and the records, which the script keeps up to date. */
function firstEventCard(records: readonly InspectorRecord[], { addresses }: PageData, request: PageRequest): Html {
  const t = request.strings.sandboxHome
  const url = addresses.baseUrl === 'http://127.0.0.1:4747' ? '' : ` --url ${addresses.baseUrl}`
  return html`<section class="card" aria-labelledby="records-title">
    ${command('donate', t.firstEvent, `npx onair trigger donate${url}`, request.strings.command)}
    <div>
      <div class="command-head">
        <h2 id="records-title">${t.records}</h2>
        <a class="small" href="/console/inspector">${t.inspector}</a>
      </div>
      <div id="records">
        ${records.length === 0 ? html`<p class="soft">${t.noRecords}</p>` : recordTable(records, request)}
      </div>
    </div>
  </section>`
}

/** The lives with the most viewers, if there are any. */
function liveCard({ lives }: PageData, request: PageRequest): Html | false {
  const { siteHome: t } = request.strings
  return (
    lives.length > 0 &&
    html`<section class="card" aria-labelledby="live">
      <div class="command-head">
        <h2 id="live">${t.live}</h2>
        <a class="small" href="/watch">${t.allLives}</a>
      </div>
      ${liveGrid(lives, request)}
    </section>`
  )
}

function recordTable(records: readonly InspectorRecord[], { strings: { sandboxHome: t } }: PageRequest): Html {
  return html`<table class="records" aria-label="${t.records}">
    <tbody>
      ${records.map((record) => {
        const { date, kind, name, position, status } = record
        return html`<tr>
          <td><time datetime="${date}">${date.slice(11, 19)}</time></td>
          <td><span class="kind" data-kind="${kind}">${t.kinds[kind]}</span></td>
          <td>
            <div class="record">
              <a href="/console/inspector?record=${position}">${recordName(name)}</a>
              <span class="soft">${summarize(record, t)}</span>
              ${record.summary?.reason && html`<span class="bad">${record.summary.reason.code}</span>`}
            </div>
          </td>
          <td class="${status !== null && status >= 400 ? 'bad' : ''}">${status}</td>
        </tr>`
      })}
    </tbody>
  </table>`
}

/** A path may break after each slash. */
function recordName(name: string): Html {
  const parts = name.split(/(?<=[^ ]\/)/)
  return html`<code>${parts.map((part, index) => html`${index > 0 && html`<wbr />`}${part}`)}</code>`
}

/** Who sent what; to whom, or by whom if nothing was sent; and why a socket was closed. */
function summarize(
  { kind, summary, reach, channelName, appName, sessionKey }: InspectorRecord,
  t: PageRequest['strings']['sandboxHome'],
): string {
  const { sender, text, amount, failure } = summary ?? {}
  const content = [sender, amount == null ? null : t.amount(amount), text && `“${text}”`].filter(Boolean).join(' ')
  const people = [channelName, appName, kind === 'frame' && sessionKey?.slice(0, 8)].filter(Boolean).join(' · ')
  const reason = failure && t.closed[failure.code as DisconnectCode]
  return [
    content,
    people && (content === '' ? people : `→ ${people}`),
    reason && `· ${reason}`,
    reach && reach.sent > 0 && t.sent(reach.reached, reach.sent),
  ]
    .filter(Boolean)
    .join(' ')
}

function destinations({ consentUrl }: PageData, { hasSandboxAccess, strings, visitor }: PageRequest): Html {
  const t = strings.sandboxHome
  const signInFirst = (path: string) => (visitor === null ? withReturnPath('/sign-in', path) : path)
  return html`<section class="card" aria-labelledby="next">
    <div class="intro"><h2 id="next">${t.next}</h2></div>
    <ul class="destinations">
      ${destination(t.develop, t.developAbout, signInFirst('/console/apps'))}
      ${hasSandboxAccess && destination(t.simulate, t.simulateAbout, signInFirst('/console/trigger'))}
      ${destination(t.reference, t.referenceAbout, '/reference')} ${destination(t.watch, t.watchAbout, '/watch')}
      ${destination(t.stream, t.streamAbout, signInFirst('/studio'))}
      ${destination(t.consentPage, t.consentAbout, consentUrl)}
    </ul>
  </section>`
}

function destination(title: string, about: string, href: string): Html {
  return html`<li>
    <h3><a href="${href}">${title}</a></h3>
    <p class="soft">${about}</p>
  </li>`
}

function signedOutSection({ isSignUpOpen, strings: { sandboxHome: t } }: PageRequest): Html {
  return html`<div class="choice">
    <a class="button" href="/sign-in">${t.signIn}</a
    >${isSignUpOpen && html`<a class="button quiet" href="/sign-up">${t.signUp}</a>`}
  </div>`
}

function signedInSection(visitor: Visitor, { hasIdentityProvider }: PageData, { csrf, strings }: PageRequest): Html {
  const t = strings.sandboxHome
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
    </dl>`
}
