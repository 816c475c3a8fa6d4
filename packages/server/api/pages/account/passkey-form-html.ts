import { html, type Html } from '../html.ts'
import { withReturnPath, type PageRequest } from '../page-route.ts'
import { scriptPath } from '../style-sheet.ts'

/** The button that signs in with a passkey, which the script `passkey.js` shows. Nothing without options. */
export function passkeyForm(
  request: PageRequest,
  { options, returnPath }: { options: Record<string, unknown> | null; returnPath: string },
): Html | false {
  const t = request.strings.passkey
  return (
    options !== null &&
    html`<form
        method="post"
        action="${withReturnPath('/sign-in/passkey', returnPath)}"
        class="fields"
        data-passkey="${JSON.stringify(options)}"
        hidden
      >
        <input type="hidden" name="csrf" value="${request.csrf}" />
        <input type="hidden" name="credential" value="" />
        <button class="quiet">${t.signIn}</button>
        <p class="field-error" role="alert" hidden>${t.failed}</p>
      </form>
      <script type="module" src="${scriptPath('passkey.js')}"></script>`
  )
}
