import { documentPaths, limits, translateReason } from '@onair/contract'
import type { FieldRefusals } from '../../../features/accounts/sign-up/create-person.ts'
import { toErrorReason } from '../../../shared/refusal.ts'
import type { SignInProvider } from '../../../infra/oidc.ts'
import { providerForms } from './provider-html.ts'
import { html, type Html } from '../html.ts'
import { cardPage, emailInput, passwordField } from '../layout.ts'
import { scriptPath } from '../style-sheet.ts'
import { withReturnPath, type PageRequest } from '../page-route.ts'

const fields = ['channelName', 'email', 'password'] as const
type Field = (typeof fields)[number]
type PageData = {
  returnPath: string
  values: { channelName: string; email: string; request: string }
  refusals: FieldRefusals
  invitation: string | null
  providers: readonly SignInProvider[]
  /** The provider by which the person came, and who then needs no password. */
  identity?: { provider: string }
  mustAccept?: boolean | undefined
  /** Null where no puzzle is solved. */
  puzzle: string | null
  /** The puzzle was not solved. */
  isRobot?: boolean
}

export function signUpPage(request: PageRequest, data: PageData): Html {
  const { returnPath, values, refusals, invitation, providers, identity, puzzle, mustAccept = false, isRobot } = data
  const { signUp: t, provider } = request.strings
  const signInLink = html`<a href="${withReturnPath('/sign-in', returnPath)}">${t.signIn}</a>`
  const isInvalid = fields.some((name) => refusals[name] !== undefined)
  const renderField = fieldRenderer(request, data, signInLink)
  const content = html`${
      (isInvalid || mustAccept) &&
      html`<p class="notice bad" role="alert">${identity === undefined ? t.rejected : provider.rejected}</p>`
    }
    ${isRobot && html`<p class="notice bad" role="alert">${t.isRobot}</p>`}
    <form
      method="post"
      action="${withReturnPath(identity === undefined ? '/sign-up' : '/sign-up/with-provider', returnPath)}"
      class="fields"
      novalidate
      ${puzzle !== null && html`data-puzzle="${puzzle}"`}
    >
      <input type="hidden" name="csrf" value="${request.csrf}" />
      ${invitation !== null && html`<input type="hidden" name="invitation" value="${invitation}" />`}
      ${renderField(
        'channelName',
        (attributes) =>
          html`<input
            id="channelName"
            name="channelName"
            type="text"
            autocomplete="nickname"
            maxlength="60"
            required
            value="${values.channelName}"
            ${attributes}
          />`,
      )}
      ${renderField('email', (attributes) => emailInput(values.email, attributes))}
      ${identity === undefined && renderField('password', (attributes) => passwordField(html`autocomplete="new-password" minlength="8" ${attributes}`, request.strings))}
      ${
        request.site.signUp === 'APPROVAL' &&
        html`<div class="field">
          <label for="request">${t.request}</label>
          <textarea
            id="request"
            name="request"
            rows="3"
            maxlength="${limits.signUpRequestLength}"
            aria-describedby="request-hint"
          >
${values.request}</textarea>
          <p class="soft" id="request-hint">${t.requestHint}</p>
        </div>`
      }
      ${acceptField(request, mustAccept)}
      <button>${t.signUp}</button>
      ${puzzle !== null && puzzleField(t.puzzle)}
    </form>
    ${providerForms(request, { providers, returnPath, invitation })}
    <p class="soft">${t.hasAccount} ${signInLink}</p>`
  return cardPage(request, {
    title: t.title,
    about: identity === undefined ? t.about : provider.chooseName(identity.provider),
    content,
  })
}

/** Renders a field with its hint, or why it is refused. The first one that is, or else the first of all, has the focus. */
function fieldRenderer({ strings }: PageRequest, { refusals, identity }: PageData, signInLink: Html) {
  const { signUp: t, provider } = strings
  const focused = fields.find((name) => refusals[name] !== undefined) ?? fields[0]
  return (name: Field, render: (attributes: Html) => Html) => {
    const refusal = refusals[name]
    const note = `${name}-${refusal === undefined ? 'hint' : 'error'}`
    const attributes = html`aria-describedby="${note}"${refusal !== undefined && html` aria-invalid="true"`}${focused === name && html` autofocus`}`
    return html`<div class="field">
      <label for="${name}">${t.labels[name]}</label>
      ${render(attributes)}
      ${
        refusal === undefined
          ? html`<p class="soft" id="${note}">${t.hints[name]}</p>`
          : html`<p class="field-error" id="${note}">
              ${translateReason(t.refusals, toErrorReason(refusal))}${refusal === 'EMAIL_TAKEN' && html`${identity && ` ${provider.linkFirst(identity.provider)}`} ${signInLink}`}
            </p>`
      }
    </div>`
  }
}

/** The field that the script `puzzle.js` fills, and a sentence about it. */
function puzzleField({ working, done, failed, needsScript }: PageRequest['strings']['signUp']['puzzle']): Html {
  return html`<input type="hidden" name="solution" value="" autocomplete="off" />
    <p
      class="soft"
      role="status"
      data-puzzle-status
      data-working="${working}"
      data-done="${done}"
      data-failed="${failed}"
    >
      ${working}
    </p>
    <noscript><p class="notice bad">${needsScript}</p></noscript>
    <script type="module" src="${scriptPath('puzzle.js')}"></script>`
}

/** The documents that a person accepts by signing up. */
function acceptField({ site, strings }: PageRequest, isMissing: boolean): Html | false {
  if (site.requiredVersion === 0) return false
  const t = strings.signUp
  return html`<div class="field">
    <label class="check">
      <input
        type="checkbox"
        name="accepts"
        value="${site.requiredVersion}"
        required
        ${isMissing && html`aria-invalid="true" aria-describedby="accepts-error"`}
      />
      <span
        >${t.acceptsBefore}
        ${site.documents.map(
          (kind, index) =>
            html`${index > 0 && ', '}<a href="${documentPaths[kind]}" target="_blank"
                >${strings.layout.documents[kind]}</a
              >`,
        )}${t.acceptsAfter}</span
      >
    </label>
    ${isMissing && html`<p class="field-error" id="accepts-error">${t.mustAccept}</p>`}
  </div>`
}
