import { html, type Html } from '@onair/server/api/pages/html.ts'
import { layout } from '@onair/server/api/pages/layout.ts'
import type { PageRequest } from '@onair/server/api/pages/page-route.ts'
import type { MailList } from '../mails/list-mails.ts'

type Mail = MailList['data'][number]
type PageData = { mails: MailList; channelId: string | undefined; path: string }

/** The mails as text, newest first, with their links. */
export function sandboxMailsPage(request: PageRequest, { mails, channelId, path }: PageData): Html {
  const t = request.strings.sandboxMails
  const { next } = mails.page
  const pathOf = (parameters: Record<string, string>) => `${path}?${String(new URLSearchParams(parameters))}`
  const main = html`<div class="card">
      <div class="intro">
        <h1>${t.title}</h1>
        <p class="soft">${t.about}</p>
      </div>
      ${mails.data.length === 0 && html`<p class="soft">${t.none}</p>`}
      ${channelId !== undefined && html`<p><a href="${path}">${t.all}</a></p>`}
    </div>
    ${mails.data.map((mail) => mailCard(mail, pathOf({ channelId: mail.channelId }), request))}
    ${
      next !== null &&
      html`<p><a href="${pathOf({ ...(channelId !== undefined && { channelId }), next })}">${t.older}</a></p>`
    }`
  return layout(request, { title: t.title, main, width: 'wide' })
}

function mailCard(mail: Mail, personPath: string, { strings: { sandboxMails: t } }: PageRequest): Html {
  const { mailId, to, subject, state, failure, text, createdDate, language } = mail
  const titleId = `mail-${mailId}`
  return html`<article class="card" aria-labelledby="${titleId}">
    <div class="intro">
      <h2 id="${titleId}" lang="${language}">${subject}</h2>
      <p class="small soft">
        <a href="${personPath}">${to}</a> · <time datetime="${createdDate}">${createdDate}</time> · ${t.states[state]}
      </p>
    </div>
    ${failure !== null && html`<p class="notice bad small">${failure}</p>`}
    <div class="mail-text" lang="${language}">${withLink(text, mail.link)}</div>
  </article>`
}

/** The text of a mail, in which its link can be clicked. */
function withLink(text: string, link: string | null): Html {
  if (link === null) return html`${text}`
  return html`${text.split(link).map((part, index) => html`${index > 0 && html`<a href="${link}">${link}</a>`}${part}`)}`
}
