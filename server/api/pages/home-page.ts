import { html, type Html } from './html.ts'
import type { PerLanguage } from './language.ts'
import { withReturnPath, type PageRequest } from './page-route.ts'
import type { Visitor } from '../../shared/visitor.ts'
import { layout } from './layout.ts'
import { initialOf } from '../../shared/text.ts'
import type { Addresses } from '../../infra/deps.ts'
import { demoPeopleSection, type DemoPerson } from './sign-in-page.ts'

const watchPath = '/watch'
const consolePath = '/console/apps'
const triggerPath = '/console/trigger'
const studioPath = '/studio'
const connectionsPath = '/connections'

type PageData = {
  addresses: Addresses
  consentUrl: string | null
  demoPeople: readonly DemoPerson[]
  hasIdentityProvider: boolean
}

/** What this is, and the next step of whoever comes. */
export function homePage(
  call: PageRequest,
  { addresses, consentUrl, demoPeople, hasIdentityProvider }: PageData,
): Html {
  const t = strings[call.language]
  const main = html`<div class="card">
      <div class="intro">
        <h1>${t.title}</h1>
        <p class="soft">${t.about}</p>
      </div>
      ${call.visitor === null ? signedOutSection(call) : signedInSection(call.visitor, hasIdentityProvider, call)}
    </div>
    <section class="card" aria-labelledby="next">
      <div class="intro"><h2 id="next">${t.next}</h2></div>
      <ul class="ways">
        ${linkItem(t.watch, t.watchAbout, watchPath, t.seeLives)}
        ${linkItem(t.develop, t.developAbout, signInFirst(call, consolePath), t.console)}
        ${linkItem(t.stream, t.streamAbout, signInFirst(call, studioPath), t.studio)}
        ${call.isSandbox && linkItem(t.play, t.playAbout, signInFirst(call, triggerPath), t.pad)}
        ${consentUrl !== null && linkItem(t.consent, t.consentAbout, consentUrl, t.tryConsent)}
      </ul>
    </section>
    ${call.visitor === null && demoPeopleSection(call, demoPeople, withReturnPath('/sign-in', '/'))}
    <section class="card" aria-labelledby="developers">
      <div class="intro"><h2 id="developers">${t.developers}</h2></div>
      <dl>
        <dt>API</dt>
        <dd><code>${addresses.baseUrl}/open/v1</code></dd>
        <dt>${t.consent}</dt>
        <dd><code>${addresses.authUrl}/account-interlock</code></dd>
        <dt>${t.sockets}</dt>
        <dd><code>${addresses.socketUrl}</code></dd>
      </dl>
      ${call.isSandbox && html`<p class="small"><a href="${addresses.baseUrl}/sandbox/v1">${t.overview}</a></p>`}
    </section>`
  return layout(call, { title: t.short, main, isWide: true })
}

/** Where a page for those who are signed in is reached; others sign in on the way. */
function signInFirst({ visitor }: PageRequest, path: string): string {
  return visitor === null ? withReturnPath('/sign-in', path) : path
}

/** What someone came for, and where that begins. */
function linkItem(title: string, about: string, href: string, linkText: string): Html {
  return html`<li>
    <h3>${title}</h3>
    <p class="soft">${about}</p>
    <p><a href="${href}">${linkText}</a></p>
  </li>`
}

function signedOutSection({ language }: PageRequest): Html {
  const t = strings[language]
  return html`<div class="choice">
    <a class="button" href="/sign-in">${t.signIn}</a><a class="button quiet" href="/sign-up">${t.signUp}</a>
  </div>`
}

function signedInSection(
  { channelName, channelId, email, identityVerified }: Visitor,
  hasIdentityProvider: boolean,
  call: PageRequest,
): Html {
  const t = strings[call.language]
  return html`<div class="who account">
      <span class="initial" aria-hidden="true">${initialOf(channelName)}</span>
      <div>
        <b><bdi>${channelName}</bdi></b
        ><span class="small soft">${email}</span>
      </div>
      <form method="post" action="/sign-out">
        <input type="hidden" name="csrf" value="${call.csrf}" /><button class="link">${t.signOut}</button>
      </form>
    </div>
    <dl>
      <dt>${t.channelId}</dt>
      <dd><code>${channelId}</code></dd>
      ${
        (identityVerified || hasIdentityProvider) &&
        html`<dt>${t.identity}</dt>
          <dd>${identityVerified ? t.verified : html`<a href="/verify-identity">${t.verify}</a>`}</dd>`
      }
      <dt>${t.connections}</dt>
      <dd><a href="${connectionsPath}">${t.seeConnections}</a></dd>
    </dl>`
}

type Strings = Record<
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
  | 'studio'
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
  | 'verify'
  | 'connections'
  | 'seeConnections',
  string
>

const strings: PerLanguage<Strings> = {
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
    streamAbout: '계정을 만들면 채널이 함께 생깁니다. 방송과 채팅을 설정하고, 누가 팔로우하고 후원하는지 봅니다.',
    studio: '스튜디오',
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
    connections: '허용한 애플리케이션',
    seeConnections: '보고 끊기',
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
      'An account comes with a channel. Set up your broadcast and your chat, and see who follows and supports you.',
    studio: 'Studio',
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
    connections: 'Applications you allow',
    seeConnections: 'See and disconnect them',
  },
}
