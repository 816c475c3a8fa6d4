import type { Scope } from '@onair/contract'
import { readsAndChanges, wordsOf } from '@onair/contract/scope-words'
import { html, type Html } from '../../kit/html.ts'
import type { InEach } from '../../kit/language.ts'
import { leadingBack, type PageCall } from '../../kit/page-call.ts'
import { shell } from '../../kit/shell-page.ts'
import { initialOf } from '../../kit/text.ts'

type Shown = {
  appName: string
  redirectUri: string
  /** Scopes that the application does not have yet, and those it was granted before. */
  added: readonly Scope[]
  granted: readonly Scope[]
  /** Stands for the scopes that this page shows; comes back with the answer. */
  shown: string
}

/** Who asks, for which account, and for what; allowing and denying look alike, so that nobody is led. */
export function consentPage(call: PageCall, { appName, redirectUri, added, granted, shown }: Shown): Html {
  const said = words[call.language]
  const again = granted.length > 0
  const { reads, changes } = readsAndChanges(added)
  const main = html`<div class="card">
    <div class="who app">
      <span class="initial" aria-hidden="true">${initialOf(appName)}</span>
      <div>
        <h1><bdi>${appName}</bdi></h1>
        <p class="soft">${again ? (added.length > 0 ? said.asksMore : said.asksAgain) : said.asks}</p>
      </div>
    </div>
    ${accountPart(call)} ${group(said.reads, reads, call)} ${group(said.changes, changes, call)}
    ${!again && added.length === 0 && html`<p>${said.nothing}</p>`} ${again && grantedPart(granted, call)}
    <form method="post" action="${call.here}" class="group">
      <input type="hidden" name="csrf" value="${call.csrf}" /><input type="hidden" name="shown" value="${shown}" />
      <div class="choice">
        <button class="quiet" name="decision" value="deny">${said.deny}</button
        ><button class="quiet" name="decision" value="allow">${said.allow}</button>
      </div>
    </form>
    <p class="small soft">
      ${said.leads} <bdi><code>${placeOf(redirectUri)}</code></bdi>
    </p>
  </div>`
  return shell(call, { title: `${appName} · ${said.title}`, main })
}

function accountPart({ visitor, csrf, here, language }: PageCall): Html | null {
  if (visitor === null) return null
  return html`<div class="who account">
    <span class="initial" aria-hidden="true">${initialOf(visitor.channelName)}</span>
    <div>
      <b><bdi>${visitor.channelName}</bdi></b
      ><span class="small soft">${visitor.email}</span>
    </div>
    <form method="post" action="${leadingBack('/sign-out', here ?? '/')}">
      <input type="hidden" name="csrf" value="${csrf}" /><button class="link">${words[language].another}</button>
    </form>
  </div>`
}

function group(title: string, scopes: readonly Scope[], { language }: PageCall): Html | null {
  if (scopes.length === 0) return null
  return html`<section class="group">
    <h2>${title}</h2>
    <ul>
      ${scopes.map((scope) => {
        const { says, risk, changes } = wordsOf(scope)
        return risk === undefined
          ? html`<li>${changes ? pen : eye}<span>${says[language]}</span></li>`
          : html`<li class="risky">
              ${warning}<span><b>${says[language]}</b><span class="tag">${words[language].risky}</span></span>
              <p>${risk[language]}</p>
            </li>`
      })}
    </ul>
  </section>`
}

function grantedPart(scopes: readonly Scope[], { language }: PageCall): Html {
  const said = words[language]
  return html`<details>
    <summary>${said.granted(scopes.length)}</summary>
    <ul>
      ${scopes.map((scope) => html`<li>${wordsOf(scope).says[language]}</li>`)}
    </ul>
  </details>`
}

/** The part of an address that tells whose it is. */
function placeOf(address: string): string {
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

type Words = Record<
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

const words: InEach<Words> = {
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
