import { html, type Html } from '../html.ts'
import { cardPage } from '../layout.ts'
import { withReturnPath, type PageRequest } from '../page-route.ts'
import { passkeyForm } from './passkey-form-html.ts'

type PageData = { returnPath: string; isRefused: boolean; passkeyOptions: Record<string, unknown> | null }

/** Asks for the code that completes a sign-in. */
export function signInCodePage(request: PageRequest, { returnPath, isRefused, passkeyOptions }: PageData): Html {
  const t = request.strings.signInCode
  const note = isRefused ? 'code-error' : 'code-hint'
  const content = html`<form method="post" action="${withReturnPath('/sign-in/code', returnPath)}" class="fields">
      <input type="hidden" name="csrf" value="${request.csrf}" />
      <div class="field">
        <label for="code">${t.code}</label>
        <input
          id="code"
          name="code"
          autocomplete="one-time-code"
          autocapitalize="none"
          spellcheck="false"
          required
          maxlength="100"
          autofocus
          aria-describedby="${note}"
          ${isRefused && html` aria-invalid="true"`}
        />
        ${
          isRefused
            ? html`<p class="field-error" id="${note}" role="alert">${t.wrong}</p>`
            : html`<p class="soft" id="${note}">${t.hint}</p>`
        }
      </div>
      <button>${t.signIn}</button>
    </form>
    ${passkeyForm(request, { options: passkeyOptions, returnPath })}
    <details>
      <summary>${t.lost}</summary>
      <p class="soft">${t.lostHelp}</p>
    </details>
    <p><a href="${withReturnPath('/sign-in', returnPath)}">${t.back}</a></p>`
  return cardPage(request, { title: t.title, about: t.about, content })
}
