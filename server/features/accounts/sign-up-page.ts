import { sentenceIn, type Sentences } from '@onair/contract'
import { html, type Html } from '../../kit/html.ts'
import type { InEach } from '../../kit/language.ts'
import { leadingBack, type PageCall } from '../../kit/page-call.ts'
import { whyOf } from '../../kit/refusal.ts'
import { shell } from '../../kit/shell-page.ts'
import type { AccountReason, AccountRefusal } from './account-rules.ts'

type Field = 'channelName' | 'email' | 'password'
type Shown = {
  back: string
  given: { channelName: string; email: string }
  refused: { readonly [F in Field]?: AccountRefusal }
}

export function signUpPage(call: PageCall, { back, given, refused }: Shown): Html {
  const said = words[call.language]
  const first = (['channelName', 'email', 'password'] as const).find((name) => refused[name] !== undefined)
  const field = (name: Field, about: Html, value = '') => {
    const refusal = refused[name]
    const described = [`${name}-hint`, ...(refusal === undefined ? [] : [`${name}-fault`])].join(' ')
    return html`<div class="field">
      <label for="${name}">${said.labels[name]}</label>
      <input
        id="${name}"
        name="${name}"
        ${about}
        required
        value="${value}"
        aria-describedby="${described}"
        ${refusal !== undefined && html` aria-invalid="true"`}${(first ?? 'channelName') === name && html` autofocus`}
      />
      ${refusal !== undefined && html`<p class="fault" id="${name}-fault">${sentenceIn(said.refusals, whyOf(refusal))}</p>`}
      <p class="small soft" id="${name}-hint">${said.hints[name]}</p>
    </div>`
  }
  const main = html`<div class="card">
    <div class="intro">
      <h1>${said.title}</h1>
      <p class="soft">${said.about}</p>
    </div>
    ${first !== undefined && html`<p class="notice bad" role="alert">${said.again}</p>`}
    <form method="post" action="${leadingBack('/sign-up', back)}" class="fields">
      <input type="hidden" name="csrf" value="${call.csrf}" />
      ${field('channelName', html`type="text" autocomplete="nickname" maxlength="60"`, given.channelName)}
      ${field('email', html`type="email" autocomplete="username" maxlength="254"`, given.email)}
      ${field('password', html`type="password" autocomplete="new-password" minlength="8" maxlength="200"`)}
      <button>${said.signUp}</button>
    </form>
    <p class="small soft">${said.hasAccount} <a href="${leadingBack('/sign-in', back)}">${said.signIn}</a></p>
  </div>`
  return shell(call, { title: said.title, main })
}

type Words = Record<'title' | 'about' | 'again' | 'signUp' | 'hasAccount' | 'signIn', string> & {
  labels: Record<Field, string>
  hints: Record<Field, string>
  refusals: Sentences<AccountReason>
}

const words: InEach<Words> = {
  ko: {
    title: '가입하기',
    about: '가입하면 회원님의 채널이 함께 만들어집니다.',
    again: '표시된 항목을 고쳐서 다시 보내 주세요. 비밀번호는 한 번 더 입력해야 합니다.',
    signUp: '가입하기',
    hasAccount: '이미 계정이 있으신가요?',
    signIn: '로그인',
    labels: { channelName: '채널 이름', email: '이메일', password: '비밀번호' },
    hints: {
      channelName: '다른 사람에게 보이는 이름입니다. 30자까지 쓸 수 있습니다.',
      email: '로그인할 때 씁니다. 다른 사람에게 보이지 않습니다.',
      password: '8자 이상이면 됩니다. 길수록 안전합니다.',
    },
    refusals: {
      EMPTY: '이름을 입력해 주세요.',
      LONGER: ({ most }) => `${most}자보다 깁니다. 줄여 주세요.`,
      UNSEEN_CHARACTERS: '보이지 않는 문자가 들어 있습니다. 직접 다시 입력해 주세요.',
      NOT_AN_EMAIL: 'name@example.com처럼 이메일 주소를 입력해 주세요.',
      EMAIL_TAKEN: '이미 가입된 이메일입니다. 로그인하거나 다른 이메일을 입력해 주세요.',
      SHORTER: ({ least }) => `${least}자 이상으로 입력해 주세요.`,
      NOT_WELL_FORMED: '깨진 문자가 들어 있습니다. 직접 다시 입력해 주세요.',
      HOLDS_NUL: '쓸 수 없는 문자가 들어 있습니다. 직접 다시 입력해 주세요.',
    },
  },
  en: {
    title: 'Sign up',
    about: 'You get a channel of your own with it.',
    again: 'Correct what is marked and send it again. The password has to be entered once more.',
    signUp: 'Sign up',
    hasAccount: 'Already have an account?',
    signIn: 'Sign in',
    labels: { channelName: 'Channel name', email: 'Email address', password: 'Password' },
    hints: {
      channelName: 'The name that others see. Up to 30 characters.',
      email: 'For signing in. Others do not see it.',
      password: '8 characters or more. Longer is safer.',
    },
    refusals: {
      EMPTY: 'Enter a name.',
      LONGER: ({ most }) => `This is longer than ${most} characters. Shorten it.`,
      UNSEEN_CHARACTERS: 'This holds characters that cannot be seen. Type it again by hand.',
      NOT_AN_EMAIL: 'Enter an email address such as name@example.com.',
      EMAIL_TAKEN: 'This address has an account already. Sign in, or enter another one.',
      SHORTER: ({ least }) => `Enter ${least} characters or more.`,
      NOT_WELL_FORMED: 'This holds broken characters. Type it again by hand.',
      HOLDS_NUL: 'This holds a character that cannot be used. Type it again by hand.',
    },
  },
}
