import { html, type Html } from './html.ts'
import { layout } from './layout.ts'
import type { PageRequest } from './page-route.ts'

/** Asks whether mails about one channel, or about all, are to stop. */
export function unsubscribePage(
  request: PageRequest,
  { token, channelName }: { token: string; channelName: string | null },
): Html {
  const t = request.strings.unsubscribe
  const main = html`<div class="card">
    <div class="intro">
      <h1>${t.title}</h1>
      <p class="soft">${t.about}</p>
    </div>
    <form method="post" action="/unsubscribe?${String(new URLSearchParams({ token }))}" class="fields">
      ${channelName !== null && html`<button name="of" value="channel">${t.one(channelName)}</button>`}
      <button name="of" value="all" class="${channelName === null ? '' : 'quiet'}">${t.all}</button>
    </form>
  </div>`
  return layout(request, { title: t.title, main })
}
