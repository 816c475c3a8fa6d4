import type { Language } from '@onair/contract'
import type { SignInRefusal } from '../../../features/accounts/sign-in/sign-in.ts'
import type { SignInProvider } from '../../../infra/oidc.ts'
import { contactText, errorPage } from '../error-page.ts'
import { passkeyForm } from './passkey-form-html.ts'
import { providerForms } from './provider-html.ts'
import { html, type Html } from '../html.ts'
import { avatar, emailInput, layout, passwordField } from '../layout.ts'
import type { Strings } from '../locales.ts'
import { withReturnPath, type Page, type PageContext, type PageRequest } from '../page-route.ts'

/** A person that a visitor can sign in as with one click. */
export type DemoPerson = {
  channelName: string
  email: string
  password: string
  is: keyof Strings['signIn']['roles']
}
/** Why a sign-in failed, with the email address where it was entered. */
export type Rejection = SignInRefusal & { email?: string }
type PageData = {
  returnPath: string
  demoPeople: readonly DemoPerson[]
  passkeyOptions: Record<string, unknown> | null
  providers: readonly SignInProvider[]
  rejection: Rejection | null
}

export function signInPage(
  request: PageRequest,
  { returnPath, demoPeople, passkeyOptions, providers, rejection }: PageData,
): Html {
  const t = request.strings.signIn
  const isRejected = rejection?.email !== undefined
  const action = withReturnPath('/sign-in', returnPath)
  const main = html`<div class="card">
      <div class="intro">
        <h1>${t.title}</h1>
        ${reasonOf(returnPath, t) !== undefined && html`<p class="soft">${reasonOf(returnPath, t)}</p>`}
      </div>
      ${request.query.has('reset') && html`<p class="notice good" role="status">${t.wasReset}</p>`}
      ${
        request.query.has('waiting') &&
        rejection === null &&
        html`<p class="notice good" role="status">${t.isWaiting} ${request.canMail && t.waitForMail}</p>`
      }
      ${request.query.has('expired') && rejection === null && html`<p class="notice bad" role="alert">${t.codeExpired}</p>`}
      ${rejection !== null && html`<div class="notice bad" role="alert" id="wrong">${refusalTexts(rejection, request)}</div>`}
      <form method="post" action="${action}" class="fields">
        <input type="hidden" name="csrf" value="${request.csrf}" />
        <div class="field">
          <label for="email">${t.email}</label>
          ${emailInput(rejection?.email ?? '', isRejected ? html`aria-describedby="wrong"` : html`autofocus`)}
        </div>
        <div class="field">
          <label for="password">${t.password}</label>
          ${passwordField(
            html`autocomplete="current-password" ${isRejected && html` autofocus aria-describedby="wrong"`}`,
            request.strings,
          )}
        </div>
        <button>${t.signIn}</button>
      </form>
      ${passkeyForm(request, { options: passkeyOptions, returnPath })}
      ${providerForms(request, { providers, returnPath, invitation: null })}
      ${
        request.canMail
          ? html`<p><a href="/forgot-password">${t.forgotten}</a></p>`
          : html`<details>
              <summary>${t.forgotten}</summary>
              <p class="soft">${t.forgottenHelp}</p>
            </details>`
      }
      ${
        request.isSignUpOpen &&
        html`<p class="soft">${t.noAccount} <a href="${withReturnPath('/sign-up', returnPath)}">${t.signUp}</a></p>`
      }
    </div>
    ${demoPeopleSection(request, demoPeople, action)}`
  return layout(request, { title: t.title, main })
}

/** Why a sign-in failed. A suspended person reads the reason, the end, and how to reach the people who run the site. */
export function refusalTexts(rejection: SignInRefusal, context: PageContext): Html {
  const { language, strings } = context
  const t = strings.signIn
  if (rejection.refusal !== 'suspended') return html`<p>${t.refusals[rejection.refusal]}</p>`
  const { reason, endsAt } = rejection
  return html`<p>
      ${t.refusals.suspended} ${endsAt === null ? t.suspendedForNow : t.suspendedUntil(formatMinute(endsAt, language))}
    </p>
    ${reason !== null && html`<p dir="auto">${t.suspensionReason(reason)}</p>`} ${contactText(context)}`
}

function formatMinute(at: number, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(at)} (UTC)`
}

/** Why this page is open: where the person wanted to go. */
function reasonOf(returnPath: string, { reasons }: Strings['signIn']): string | undefined {
  const [, root = ''] = /^\/([\w-]+)/.exec(returnPath) ?? []
  return Object.entries(reasons).find(([place]) => place === root)?.[1]
}

/** Buttons that sign in as a demo person; nothing if there are none. In a public sandbox, its secret comes first. */
export function demoPeopleSection(
  request: PageRequest,
  demoPeople: readonly DemoPerson[],
  action: string,
): Html | false {
  if (request.isSandbox && !request.hasSandboxAccess) return lockedSandbox(request)
  return (
    demoPeople.length > 0 &&
    html`<section class="card" aria-labelledby="demo">
      <div class="intro"><h2 id="demo">${request.strings.signIn.demo}</h2></div>
      <ul class="people">
        ${demoPeople.map((person) => signInButton(person, action, request))}
      </ul>
    </section>`
  )
}

/** The link to the page that asks for the secret of a public sandbox. */
function lockedSandbox({ currentPath, strings: { sandboxAccess: t } }: PageRequest): Html {
  return html`<section class="card" aria-labelledby="demo">
    <div class="intro">
      <h2 id="demo">${t.title}</h2>
      <p class="soft">${t.about}</p>
    </div>
    <p><a href="${withReturnPath('/sandbox/access', currentPath ?? '/')}">${t.enter}</a></p>
  </section>`
}

function signInButton(
  { channelName, email, password, is }: DemoPerson,
  action: string,
  { csrf, strings }: PageRequest,
): Html {
  return html`<li>
    <form method="post" action="${action}">
      <input type="hidden" name="csrf" value="${csrf}" />
      <input type="hidden" name="email" value="${email}" />
      <input type="hidden" name="password" value="${password}" />
      <button>
        ${avatar(channelName)}<span
          ><b><bdi>${channelName}</bdi></b
          ><span>${email}</span></span
        ><i>${strings.signIn.roles[is]}</i>
      </button>
    </form>
  </li>`
}

/** The page after a sign-in without a form that could show the refusal. */
export function refusedSignInPage(request: PageRequest, status: number, rejection: SignInRefusal): Page {
  const { title } = request.strings.signIn
  return errorPage(request, { status, title, next: refusalTexts(rejection, request), canRetry: false })
}
