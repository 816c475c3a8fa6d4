import type { Scope } from '@onair/contract'
import { splitByAccess, describeScope } from '@onair/contract/scope-descriptions'
import { html, type Html } from './html.ts'
import type { PerLanguage } from './language.ts'
import { withReturnPath, type PageRequest } from './page-route.ts'
import { layout } from './layout.ts'
import { initialOf } from '../../shared/text.ts'

type PageData = {
  appName: string
  redirectUri: string
  /** Scopes that the application does not have yet, and those it was granted before. */
  newScopes: readonly Scope[]
  grantedScopes: readonly Scope[]
  /** Stands for the scopes that this page shows; comes back with the answer. */
  scopesHash: string
}

/** Who asks, for which account, and for what; allowing and denying look alike, so that nobody is led. */
export function consentPage(
  call: PageRequest,
  { appName, redirectUri, newScopes, grantedScopes, scopesHash }: PageData,
): Html {
  const t = strings[call.language]
  const hasGrant = grantedScopes.length > 0
  const { reads, writes } = splitByAccess(newScopes)
  const main = html`<div class="card">
    <div class="who app">
      <span class="initial" aria-hidden="true">${initialOf(appName)}</span>
      <div>
        <h1><bdi>${appName}</bdi></h1>
        <p class="soft">${hasGrant ? (newScopes.length > 0 ? t.asksMore : t.asksAgain) : t.asks}</p>
      </div>
    </div>
    ${accountSection(call)} ${scopeSection(t.reads, reads, call)} ${scopeSection(t.changes, writes, call)}
    ${!hasGrant && newScopes.length === 0 && html`<p>${t.nothing}</p>`}
    ${hasGrant && grantedSection(grantedScopes, call)}
    <form method="post" action="${call.currentPath}" class="group">
      <input type="hidden" name="csrf" value="${call.csrf}" /><input type="hidden" name="shown" value="${scopesHash}" />
      <div class="choice">
        <button class="quiet" name="decision" value="deny">${t.deny}</button
        ><button class="quiet" name="decision" value="allow">${t.allow}</button>
      </div>
    </form>
    <p class="small soft">
      ${t.leads} <bdi><code>${displayOrigin(redirectUri)}</code></bdi>
    </p>
  </div>`
  return layout(call, { title: `${appName} · ${t.title}`, main })
}

function accountSection({ visitor, csrf, currentPath, language }: PageRequest): Html | null {
  if (visitor === null) return null
  return html`<div class="who account">
    <span class="initial" aria-hidden="true">${initialOf(visitor.channelName)}</span>
    <div>
      <b><bdi>${visitor.channelName}</bdi></b
      ><span class="small soft">${visitor.email}</span>
    </div>
    <form method="post" action="${withReturnPath('/sign-out', currentPath ?? '/')}">
      <input type="hidden" name="csrf" value="${csrf}" /><button class="link">${strings[language].another}</button>
    </form>
  </div>`
}

function scopeSection(title: string, scopes: readonly Scope[], { language }: PageRequest): Html | null {
  if (scopes.length === 0) return null
  return html`<section class="group">
    <h2>${title}</h2>
    <ul>
      ${scopes.map((scope) => {
        const { text, risk, changes } = describeScope(scope)
        return risk === undefined
          ? html`<li>${changes ? pen : eye}<span>${text[language]}</span></li>`
          : html`<li class="risky">
              ${warning}<span><b>${text[language]}</b><span class="tag">${strings[language].risky}</span></span>
              <p>${risk[language]}</p>
            </li>`
      })}
    </ul>
  </section>`
}

function grantedSection(scopes: readonly Scope[], { language }: PageRequest): Html {
  const t = strings[language]
  return html`<details>
    <summary>${t.granted(scopes.length)}</summary>
    <ul>
      ${scopes.map((scope) => html`<li>${describeScope(scope).text[language]}</li>`)}
    </ul>
  </details>`
}

/** The part of an address that tells whose it is. */
function displayOrigin(address: string): string {
  const url = URL.parse(address)
  return url === null || url.origin === 'null' ? (address.split('?')[0] ?? address) : url.origin
}

const icon = (lines: Html) => html`<svg viewBox="0 0 20 20" aria-hidden="true">${lines}</svg>`
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

type Strings = Record<
  | 'title'
  | 'asks'
  | 'asksMore'
  | 'asksAgain'
  | 'another'
  | 'reads'
  | 'changes'
  | 'nothing'
  | 'risky'
  | 'deny'
  | 'allow'
  | 'leads',
  string
> & { granted: (count: number) => string }

const strings: PerLanguage<Strings> = {
  ko: {
    title: '권한 동의',
    asks: '회원님의 채널에서 다음을 할 수 있도록 요청합니다.',
    asksMore: '새로운 권한을 더 요청합니다.',
    asksAgain: '이미 허용한 권한으로 다시 연결하려고 합니다. 새로 요청하는 권한은 없습니다.',
    another: '다른 계정 사용',
    reads: '보기',
    changes: '바꾸기',
    nothing: '따로 요청하는 권한이 없습니다. 회원님의 계정과 연결되기만 합니다.',
    risky: '주의',
    deny: '거부',
    allow: '허용',
    leads: '어느 쪽을 선택해도 다음 주소로 이동합니다.',
    granted: (count) => `이미 허용한 권한 ${count}개`,
  },
  en: {
    title: 'Consent',
    asks: 'asks to do the following on your channel.',
    asksMore: 'asks for more than you allowed before.',
    asksAgain: 'wants to connect again with what you allowed before. It asks for nothing new.',
    another: 'Use another account',
    reads: 'See',
    changes: 'Change',
    nothing: 'It asks for no permissions. It is only connected with your account.',
    risky: 'Risky',
    deny: 'Deny',
    allow: 'Allow',
    leads: 'Whichever you choose, you go on to',
    granted: (count) => `${count} ${count === 1 ? 'permission' : 'permissions'} you allowed before`,
  },
}
