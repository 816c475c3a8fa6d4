import { translateReason, type ErrorMessages } from '@onair/contract'
import { html, type Html } from './html.ts'
import type { PerLanguage } from './language.ts'
import { withReturnPath, type PageRequest } from './page-route.ts'
import { toErrorReason } from '../../shared/refusal.ts'
import { layout } from './layout.ts'
import type { AccountErrorCode, AccountRefusal } from '../../features/accounts/account-rules.ts'

type Field = 'channelName' | 'email' | 'password'
type PageData = {
  returnPath: string
  values: { channelName: string; email: string }
  refusals: { readonly [F in Field]?: AccountRefusal }
}

export function signUpPage(call: PageRequest, { returnPath, values, refusals }: PageData): Html {
  const t = strings[call.language]
  const firstInvalid = (['channelName', 'email', 'password'] as const).find((name) => refusals[name] !== undefined)
  const renderField = (name: Field, attributes: Html, value = '') => {
    const refusal = refusals[name]
    const describedBy = [`${name}-hint`, ...(refusal === undefined ? [] : [`${name}-fault`])].join(' ')
    return html`<div class="field">
      <label for="${name}">${t.labels[name]}</label>
      <input
        id="${name}"
        name="${name}"
        ${attributes}
        required
        value="${value}"
        aria-describedby="${describedBy}"
        ${refusal !== undefined && html` aria-invalid="true"`}${(firstInvalid ?? 'channelName') === name && html` autofocus`}
      />
      ${refusal !== undefined && html`<p class="fault" id="${name}-fault">${translateReason(t.refusals, toErrorReason(refusal))}</p>`}
      <p class="small soft" id="${name}-hint">${t.hints[name]}</p>
    </div>`
  }
  const main = html`<div class="card">
    <div class="intro">
      <h1>${t.title}</h1>
      <p class="soft">${t.about}</p>
    </div>
    ${firstInvalid !== undefined && html`<p class="notice bad" role="alert">${t.again}</p>`}
    <form method="post" action="${withReturnPath('/sign-up', returnPath)}" class="fields">
      <input type="hidden" name="csrf" value="${call.csrf}" />
      ${renderField('channelName', html`type="text" autocomplete="nickname" maxlength="60"`, values.channelName)}
      ${renderField('email', html`type="email" autocomplete="username" maxlength="254"`, values.email)}
      ${renderField('password', html`type="password" autocomplete="new-password" minlength="8" maxlength="200"`)}
      <button>${t.signUp}</button>
    </form>
    <p class="small soft">${t.hasAccount} <a href="${withReturnPath('/sign-in', returnPath)}">${t.signIn}</a></p>
  </div>`
  return layout(call, { title: t.title, main })
}

type Strings = Record<'title' | 'about' | 'again' | 'signUp' | 'hasAccount' | 'signIn', string> & {
  labels: Record<Field, string>
  hints: Record<Field, string>
  refusals: ErrorMessages<AccountErrorCode>
}

const strings: PerLanguage<Strings> = {
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
      TOO_LONG: ({ most }) => `${most}자보다 깁니다. 줄여 주세요.`,
      INVISIBLE_CHARACTERS: '보이지 않는 문자가 들어 있습니다. 직접 다시 입력해 주세요.',
      INVALID_EMAIL: 'name@example.com처럼 이메일 주소를 입력해 주세요.',
      EMAIL_TAKEN: '이미 가입된 이메일입니다. 로그인하거나 다른 이메일을 입력해 주세요.',
      TOO_SHORT: ({ least }) => `${least}자 이상으로 입력해 주세요.`,
      NOT_WELL_FORMED: '깨진 문자가 들어 있습니다. 직접 다시 입력해 주세요.',
      CONTAINS_NUL: '쓸 수 없는 문자가 들어 있습니다. 직접 다시 입력해 주세요.',
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
      TOO_LONG: ({ most }) => `This is longer than ${most} characters. Shorten it.`,
      INVISIBLE_CHARACTERS: 'This holds characters that cannot be seen. Type it again by hand.',
      INVALID_EMAIL: 'Enter an email address such as name@example.com.',
      EMAIL_TAKEN: 'This address has an account already. Sign in, or enter another one.',
      TOO_SHORT: ({ least }) => `Enter ${least} characters or more.`,
      NOT_WELL_FORMED: 'This holds broken characters. Type it again by hand.',
      CONTAINS_NUL: 'This holds a character that cannot be used. Type it again by hand.',
    },
  },
}
