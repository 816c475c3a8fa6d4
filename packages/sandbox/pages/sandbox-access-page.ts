import { html, type Html } from '@onair/server/api/pages/html.ts'
import { cardPage } from '@onair/server/api/pages/layout.ts'
import { withReturnPath, type PageRequest } from '@onair/server/api/pages/page-route.ts'

/** Asks for the secret of a public sandbox. */
export function sandboxAccessPage(
  request: PageRequest,
  { returnPath, isRejected }: { returnPath: string; isRejected: boolean },
): Html {
  const t = request.strings.sandboxAccess
  const content = html`${isRejected && html`<p class="notice bad" role="alert" id="wrong">${t.wrong}</p>`}
    <form method="post" action="${withReturnPath('/sandbox/access', returnPath)}" class="fields">
      <input type="hidden" name="csrf" value="${request.csrf}" />
      <div class="field">
        <label for="secret">${t.secret}</label>
        <input
          id="secret"
          name="secret"
          type="password"
          autocomplete="off"
          required
          maxlength="200"
          autofocus
          ${isRejected && html` aria-describedby="wrong"`}
        />
      </div>
      <button>${t.open}</button>
    </form>`
  return cardPage(request, { title: t.title, about: t.about, content })
}
