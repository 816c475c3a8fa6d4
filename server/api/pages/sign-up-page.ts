import { translateReason } from '@onair/contract'
import type { FieldRefusals } from '../../features/accounts/create-person.ts'
import { toErrorReason } from '../../shared/refusal.ts'
import { html, type Html } from './html.ts'
import { layout } from './layout.ts'
import { withReturnPath, type PageRequest } from './page-route.ts'

const fields = ['channelName', 'email', 'password'] as const
type Field = (typeof fields)[number]
type PageData = { returnPath: string; values: { channelName: string; email: string }; refusals: FieldRefusals }

export function signUpPage(request: PageRequest, { returnPath, values, refusals }: PageData): Html {
  const t = request.strings.signUp
  const firstInvalid = fields.find((name) => refusals[name] !== undefined)
  const renderField = (name: Field, attributes: Html, value = '') => {
    const refusal = refusals[name]
    const describedBy = [`${name}-hint`, ...(refusal === undefined ? [] : [`${name}-error`])].join(' ')
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
      ${refusal !== undefined && html`<p class="field-error" id="${name}-error">${translateReason(t.refusals, toErrorReason(refusal))}</p>`}
      <p class="small soft" id="${name}-hint">${t.hints[name]}</p>
    </div>`
  }
  const main = html`<div class="card">
    <div class="intro">
      <h1>${t.title}</h1>
      <p class="soft">${t.about}</p>
    </div>
    ${firstInvalid !== undefined && html`<p class="notice bad" role="alert">${t.rejected}</p>`}
    <form method="post" action="${withReturnPath('/sign-up', returnPath)}" class="fields">
      <input type="hidden" name="csrf" value="${request.csrf}" />
      ${renderField('channelName', html`type="text" autocomplete="nickname" maxlength="60"`, values.channelName)}
      ${renderField('email', html`type="email" autocomplete="username" maxlength="254"`, values.email)}
      ${renderField('password', html`type="password" autocomplete="new-password" minlength="8" maxlength="200"`)}
      <button>${t.signUp}</button>
    </form>
    <p class="small soft">${t.hasAccount} <a href="${withReturnPath('/sign-in', returnPath)}">${t.signIn}</a></p>
  </div>`
  return layout(request, { title: t.title, main })
}
