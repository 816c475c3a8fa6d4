import { html, type Html } from './html.ts'
import { cardPage } from './layout.ts'
import type { PageRequest } from './page-route.ts'

/** Asks whether mails about one channel, or about all, are to stop. */
export function unsubscribePage(
  request: PageRequest,
  { token, channelName }: { token: string; channelName: string | null },
): Html {
  const t = request.strings.unsubscribe
  const content = html`<form
    method="post"
    action="/unsubscribe?${String(new URLSearchParams({ token }))}"
    class="fields"
  >
    ${channelName !== null && html`<button name="of" value="channel">${t.one(channelName)}</button>`}
    <button name="of" value="all" class="${channelName === null ? '' : 'quiet'}">${t.all}</button>
  </form>`
  return cardPage(request, { title: t.title, about: t.about, content })
}
