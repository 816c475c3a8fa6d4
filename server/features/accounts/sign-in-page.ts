import { html, type Html } from '../../kit/html.ts'
import type { InEach } from '../../kit/language.ts'
import { leadingBack, type PageCall } from '../../kit/page-call.ts'
import { shell } from '../../kit/shell-page.ts'
import { initialOf } from '../../kit/text.ts'

/** A person that the page offers to sign in as, with one click. */
export type Suggested = { channelName: string; email: string; password: string; is: keyof Words['roles'] }
type Shown = { back: string; suggested: readonly Suggested[]; wrong?: { email: string } }

export function signInPage(call: PageCall, { back, suggested, wrong }: Shown): Html {
  const said = words[call.language]
  const action = leadingBack('/sign-in', back)
  const main = html`<div class="card">
      <div class="intro">
        <h1>${said.title}</h1>
        ${back.startsWith('/account-interlock') && html`<p class="soft">${said.thenConsent}</p>`}
      </div>
      ${wrong !== undefined && html`<p class="notice bad" role="alert" id="wrong">${said.wrong}</p>`}
      <form method="post" action="${action}" class="fields">
        <input type="hidden" name="csrf" value="${call.csrf}" />
        <div class="field">
          <label for="email">${said.email}</label>
          <input
            id="email"
            name="email"
            type="email"
            autocomplete="username"
            required
            maxlength="254"
            value="${wrong?.email ?? ''}"
            ${wrong === undefined ? html` autofocus` : html` aria-describedby="wrong"`}
          />
        </div>
        <div class="field">
          <label for="password">${said.password}</label>
          <input
            id="password"
            name="password"
            type="password"
            autocomplete="current-password"
            required
            maxlength="200"
            ${wrong !== undefined && html` autofocus aria-describedby="wrong"`}
          />
        </div>
        <button>${said.signIn}</button>
      </form>
      <p class="small soft">${said.noAccount} <a href="${leadingBack('/sign-up', back)}">${said.signUp}</a></p>
    </div>
    ${suggestedPeople(call, suggested, action)}`
  return shell(call, { title: said.title, main })
}

/** People to sign in as with one click; nothing where there are none. */
export function suggestedPeople(call: PageCall, suggested: readonly Suggested[], action: string): Html | false {
  return (
    suggested.length > 0 &&
    html`<section class="card" aria-labelledby="demo">
      <div class="intro"><h2 id="demo">${words[call.language].demo}</h2></div>
      <ul class="people">
        ${suggested.map((person) => oneClick(person, action, call))}
      </ul>
    </section>`
  )
}

function oneClick({ channelName, email, password, is }: Suggested, action: string, { csrf, language }: PageCall): Html {
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
        ><i>${words[language].roles[is]}</i>
      </button>
    </form>
  </li>`
}

type Words = Record<
  'title' | 'thenConsent' | 'wrong' | 'email' | 'password' | 'signIn' | 'noAccount' | 'signUp' | 'demo',
  string
> & { roles: Record<'streamer' | 'manager' | 'subscriber' | 'follower' | 'viewer', string> }

const words: InEach<Words> = {
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
