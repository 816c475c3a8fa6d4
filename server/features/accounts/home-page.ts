import { html, type Html } from '../../kit/html.ts'
import type { InEach } from '../../kit/language.ts'
import { leadingBack, type PageCall, type Visitor } from '../../kit/page-call.ts'
import { shell } from '../../kit/shell-page.ts'
import { initialOf } from '../../kit/text.ts'
import type { Addresses } from '../../world/world.ts'
import { suggestedPeople, type Suggested } from './sign-in-page.ts'

const watchPath = '/watch'
const consolePath = '/console/apps'
const triggerPath = '/console/trigger'

type Shown = {
  addresses: Addresses
  tryConsentAt: string | null
  suggested: readonly Suggested[]
  verifiesIdentity: boolean
}

/** What this is, and the next step of whoever comes. */
export function homePage(call: PageCall, { addresses, tryConsentAt, suggested, verifiesIdentity }: Shown): Html {
  const said = words[call.language]
  const main = html`<div class="card">
      <div class="intro">
        <h1>${said.title}</h1>
        <p class="soft">${said.about}</p>
      </div>
      ${call.visitor === null ? strangerPart(call) : visitorPart(call.visitor, verifiesIdentity, call)}
    </div>
    <section class="card" aria-labelledby="next">
      <div class="intro"><h2 id="next">${said.next}</h2></div>
      <ul class="ways">
        ${way(said.watch, said.watchAbout, watchPath, said.seeLives)}
        ${way(said.develop, said.developAbout, signedInAt(call, consolePath), said.console)}
        ${way(said.stream, said.streamAbout, call.visitor === null ? '/sign-up' : null, said.signUp)}
        ${call.isSandbox && way(said.play, said.playAbout, signedInAt(call, triggerPath), said.pad)}
        ${tryConsentAt !== null && way(said.consent, said.consentAbout, tryConsentAt, said.tryConsent)}
      </ul>
    </section>
    ${call.visitor === null && suggestedPeople(call, suggested, leadingBack('/sign-in', '/'))}
    <section class="card" aria-labelledby="developers">
      <div class="intro"><h2 id="developers">${said.developers}</h2></div>
      <dl>
        <dt>API</dt>
        <dd><code>${addresses.baseUrl}/open/v1</code></dd>
        <dt>${said.consent}</dt>
        <dd><code>${addresses.authUrl}/account-interlock</code></dd>
        <dt>${said.sockets}</dt>
        <dd><code>${addresses.socketUrl}</code></dd>
      </dl>
      ${call.isSandbox && html`<p class="small"><a href="${addresses.baseUrl}/sandbox/v1">${said.overview}</a></p>`}
    </section>`
  return shell(call, { title: said.short, main, isWide: true })
}

/** Where a page for those who are signed in is reached; others sign in on the way. */
function signedInAt({ visitor }: PageCall, path: string): string {
  return visitor === null ? leadingBack('/sign-in', path) : path
}

/** What someone came for, and where that begins; null where there is nowhere to go yet. */
function way(title: string, about: string, to: string | null, said: string): Html {
  return html`<li>
    <h3>${title}</h3>
    <p class="soft">${about}</p>
    ${to !== null && html`<p><a href="${to}">${said}</a></p>`}
  </li>`
}

function strangerPart({ language }: PageCall): Html {
  const said = words[language]
  return html`<div class="choice">
    <a class="button" href="/sign-in">${said.signIn}</a><a class="button quiet" href="/sign-up">${said.signUp}</a>
  </div>`
}

function visitorPart(
  { channelName, channelId, email, identityVerified }: Visitor,
  verifiesIdentity: boolean,
  call: PageCall,
): Html {
  const said = words[call.language]
  return html`<div class="who account">
      <span class="initial" aria-hidden="true">${initialOf(channelName)}</span>
      <div>
        <b><bdi>${channelName}</bdi></b
        ><span class="small soft">${email}</span>
      </div>
      <form method="post" action="/sign-out">
        <input type="hidden" name="csrf" value="${call.csrf}" /><button class="link">${said.signOut}</button>
      </form>
    </div>
    <dl>
      <dt>${said.channelId}</dt>
      <dd><code>${channelId}</code></dd>
      ${
        (identityVerified || verifiesIdentity) &&
        html`<dt>${said.identity}</dt>
          <dd>${identityVerified ? said.verified : html`<a href="/verify-identity">${said.verify}</a>`}</dd>`
      }
    </dl>`
}

type Words = Record<
  | 'short'
  | 'title'
  | 'about'
  | 'next'
  | 'watch'
  | 'watchAbout'
  | 'seeLives'
  | 'develop'
  | 'developAbout'
  | 'console'
  | 'stream'
  | 'streamAbout'
  | 'play'
  | 'playAbout'
  | 'pad'
  | 'consentAbout'
  | 'developers'
  | 'consent'
  | 'sockets'
  | 'overview'
  | 'tryConsent'
  | 'signIn'
  | 'signUp'
  | 'signOut'
  | 'channelId'
  | 'identity'
  | 'verified'
  | 'verify',
  string
>

const words: InEach<Words> = {
  ko: {
    short: '처음',
    title: '누구나 운영할 수 있는 라이브 방송 플랫폼',
    about: '채널과 채팅, 후원이 있고, 봇과 오버레이를 만들 수 있는 열린 API가 있습니다.',
    next: '무엇을 하러 오셨나요?',
    watch: '방송을 봅니다',
    watchAbout: '지금 방송하는 채널을 보고 채팅에 참여합니다. 로그인하지 않아도 볼 수 있습니다.',
    seeLives: '지금 방송 중인 채널 보기',
    develop: '봇이나 오버레이를 만듭니다',
    developAbout: '애플리케이션을 등록해 Client ID와 Secret을 받고, 세션과 한도를 한눈에 봅니다.',
    console: '개발자 콘솔',
    stream: '방송합니다',
    streamAbout:
      '계정을 만들면 채널이 함께 생깁니다. 방송 설정과 채팅은 지금 API로 다루고, 스튜디오 화면은 준비 중입니다.',
    play: '사람들을 움직여 봅니다',
    playAbout: '채팅과 후원, 구독을 마음대로 일으키고 시계를 옮겨, 내 봇이 어떻게 하는지 봅니다.',
    pad: '트리거 패드',
    consentAbout: '애플리케이션이 권한을 요청할 때 사람들이 보는 화면입니다.',
    developers: '개발자를 위한 주소',
    consent: '권한 동의',
    sockets: '소켓',
    overview: '샌드박스 한눈에 보기 (JSON)',
    tryConsent: '동의 화면 열어 보기',
    signIn: '로그인',
    signUp: '가입하기',
    signOut: '로그아웃',
    channelId: '채널 ID',
    identity: '본인 인증',
    verified: '완료',
    verify: '인증하기',
  },
  en: {
    short: 'Start',
    title: 'A live-streaming platform that anyone can run',
    about: 'Channels, chat and support, with an open API for bots, overlays and everything else people build.',
    next: 'What brings you here?',
    watch: 'I watch',
    watchAbout: 'See who is on the air and join the chat. You can look without signing in.',
    seeLives: 'See who is on the air',
    develop: 'I build a bot or an overlay',
    developAbout: 'Register an application, get its client id and secret, and see its sessions and limits at a glance.',
    console: 'Developer console',
    stream: 'I stream',
    streamAbout:
      'An account comes with a channel. Broadcast settings and chat are in the API today; the pages of the studio are not there yet.',
    play: 'I try things out',
    playAbout: 'Let people chat, donate and subscribe, move the clock, and see what your bot does.',
    pad: 'Trigger pad',
    consentAbout: 'What people see when an application asks for their permission.',
    developers: 'Addresses for developers',
    consent: 'Consent',
    sockets: 'Sockets',
    overview: 'The sandbox at a glance (JSON)',
    tryConsent: 'See the consent page',
    signIn: 'Sign in',
    signUp: 'Sign up',
    signOut: 'Sign out',
    channelId: 'Channel ID',
    identity: 'Identity',
    verified: 'Verified',
    verify: 'Verify it',
  },
}
