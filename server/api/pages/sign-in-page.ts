import { html, type Html } from './html.ts'
import type { PerLanguage } from './language.ts'
import { withReturnPath, type PageRequest } from './page-route.ts'
import { layout } from './layout.ts'
import { initialOf } from '../../shared/text.ts'

/** A person that the page offers to sign in as, with one click. */
export type DemoPerson = { channelName: string; email: string; password: string; is: keyof Strings['roles'] }
type PageData = { returnPath: string; demoPeople: readonly DemoPerson[]; failedAttempt?: { email: string } }

export function signInPage(call: PageRequest, { returnPath, demoPeople, failedAttempt }: PageData): Html {
  const t = strings[call.language]
  const action = withReturnPath('/sign-in', returnPath)
  const main = html`<div class="card">
      <div class="intro">
        <h1>${t.title}</h1>
        ${returnPath.startsWith('/account-interlock') && html`<p class="soft">${t.thenConsent}</p>`}
      </div>
      ${failedAttempt !== undefined && html`<p class="notice bad" role="alert" id="wrong">${t.wrong}</p>`}
      <form method="post" action="${action}" class="fields">
        <input type="hidden" name="csrf" value="${call.csrf}" />
        <div class="field">
          <label for="email">${t.email}</label>
          <input
            id="email"
            name="email"
            type="email"
            autocomplete="username"
            required
            maxlength="254"
            value="${failedAttempt?.email ?? ''}"
            ${failedAttempt === undefined ? html` autofocus` : html` aria-describedby="wrong"`}
          />
        </div>
        <div class="field">
          <label for="password">${t.password}</label>
          <input
            id="password"
            name="password"
            type="password"
            autocomplete="current-password"
            required
            maxlength="200"
            ${failedAttempt !== undefined && html` autofocus aria-describedby="wrong"`}
          />
        </div>
        <button>${t.signIn}</button>
      </form>
      <p class="small soft">${t.noAccount} <a href="${withReturnPath('/sign-up', returnPath)}">${t.signUp}</a></p>
    </div>
    ${demoPeopleSection(call, demoPeople, action)}`
  return layout(call, { title: t.title, main })
}

/** People to sign in as with one click; nothing where there are none. */
export function demoPeopleSection(call: PageRequest, demoPeople: readonly DemoPerson[], action: string): Html | false {
  return (
    demoPeople.length > 0 &&
    html`<section class="card" aria-labelledby="demo">
      <div class="intro"><h2 id="demo">${strings[call.language].demo}</h2></div>
      <ul class="people">
        ${demoPeople.map((person) => signInButton(person, action, call))}
      </ul>
    </section>`
  )
}

function signInButton(
  { channelName, email, password, is }: DemoPerson,
  action: string,
  { csrf, language }: PageRequest,
): Html {
  return html`<li>
    <form method="post" action="${action}">
      <input type="hidden" name="csrf" value="${csrf}" />
      <input type="hidden" name="email" value="${email}" />
      <input type="hidden" name="password" value="${password}" />
      <button>
        <span class="initial" aria-hidden="true">${initialOf(channelName)}</span
        ><span
          ><b><bdi>${channelName}</bdi></b
          ><span>${email}</span></span
        ><i>${strings[language].roles[is]}</i>
      </button>
    </form>
  </li>`
}

type Strings = Record<
  'title' | 'thenConsent' | 'wrong' | 'email' | 'password' | 'signIn' | 'noAccount' | 'signUp' | 'demo',
  string
> & { roles: Record<'streamer' | 'manager' | 'subscriber' | 'follower' | 'viewer', string> }

const strings: PerLanguage<Strings> = {
  ko: {
    title: '로그인',
    thenConsent: '로그인하면 애플리케이션이 요청한 권한을 확인할 수 있습니다.',
    wrong: '이메일 또는 비밀번호가 맞지 않습니다. 확인하고 다시 입력해 주세요.',
    email: '이메일',
    password: '비밀번호',
    signIn: '로그인',
    noAccount: '계정이 없으신가요?',
    signUp: '가입하기',
    demo: '또는 연습용 사람으로 바로 로그인',
    roles: { streamer: '스트리머', manager: '관리자', subscriber: '구독자', follower: '팔로워', viewer: '시청자' },
  },
  en: {
    title: 'Sign in',
    thenConsent: 'Then you can see what the application asks for.',
    wrong: 'The email address or the password is wrong. Check both and try again.',
    email: 'Email address',
    password: 'Password',
    signIn: 'Sign in',
    noAccount: 'No account yet?',
    signUp: 'Sign up',
    demo: 'Or be one of the demo people, with one click',
    roles: {
      streamer: 'streamer',
      manager: 'manager',
      subscriber: 'subscriber',
      follower: 'follower',
      viewer: 'viewer',
    },
  },
}
