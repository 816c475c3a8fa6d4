import { html, type Html } from '@onair/server/api/pages/html.ts'
import { layout } from '@onair/server/api/pages/layout.ts'
import type { PageRequest } from '@onair/server/api/pages/page-route.ts'
import type { MailList } from '../mails/list-mails.ts'

type Mail = MailList['data'][number]
type PageData = {
  mails: MailList
  channelId: string | undefined
  mailId: string | undefined
  path: string
  /** The time zone of the dates, as in the texts of the mails. */
  zone: string
}

/** The mails, newest first, and the one that is open beside them: the newest until another is chosen. */
export function sandboxMailsPage(request: PageRequest, { mails, channelId, mailId, path, zone }: PageData): Html {
  const t = request.strings.sandboxMails
  const next = request.query.get('next')
  const pathOf = (parameters: Record<string, string | null | undefined>) =>
    `${path}?${String(new URLSearchParams(Object.entries(parameters).filter((one): one is [string, string] => one[1] != null)))}`
  const chosen = mails.data.find((mail) => mail.mailId === mailId)
  const open = chosen ?? mails.data[0]
  const main = html`<div class="intro">
      <h1>${t.title}</h1>
      <p class="soft">${t.about}</p>
    </div>
    ${channelId !== undefined && html`<p><a href="${path}">${t.all}</a></p>`}
    ${mails.data.length === 0 && html`<p class="card soft">${t.none}</p>`}
    ${
      open !== undefined &&
      html`<div class="mailbox" ${chosen !== undefined && html`data-open`}>
        <nav class="card" aria-label="${t.list}">
          ${mails.data.map((mail) => mailRow(mail, { href: pathOf({ channelId, next, mail: mail.mailId }), isOpen: mail === open, zone }, request))}
          ${mails.page.next !== null && html`<a href="${pathOf({ channelId, next: mails.page.next })}">${t.older}</a>`}
        </nav>
        ${openMail(open, { ofPerson: pathOf({ channelId: open.channelId }), back: pathOf({ channelId, next }), zone }, request)}
      </div>`
    }`
  return layout(request, { title: t.title, main, width: 'full' })
}

type Row = { href: string; isOpen: boolean; zone: string }

function mailRow(mail: Mail, { href, isOpen, zone }: Row, request: PageRequest): Html {
  return html`<a href="${href}" ${isOpen && html`aria-current="true"`}>
    <b lang="${mail.language}">${mail.subject}</b>
    <span class="soft">${mail.to}</span>
    <span class="soft">${timeOf(mail, zone, request)} ${stateOf(mail, request)}</span>
  </a>`
}

type Opened = { ofPerson: string; back: string; zone: string }

function openMail(mail: Mail, { ofPerson, back, zone }: Opened, request: PageRequest): Html {
  const t = request.strings.sandboxMails
  const { to, subject, failure, text, link, language } = mail
  return html`<article class="card" aria-labelledby="mail">
    <a class="back" href="${back}">← ${t.list}</a>
    <div class="intro">
      <h2 id="mail" lang="${language}">${subject}</h2>
      <p class="soft">
        <a href="${ofPerson}" title="${t.ofPerson}">${to}</a> · ${timeOf(mail, zone, request)} ${stateOf(mail, request)}
      </p>
    </div>
    ${failure !== null && html`<p class="notice bad">${failure}</p>`}
    <div class="mail-text" lang="${language}">${withLink(text, link)}</div>
  </article>`
}

function timeOf({ createdDate }: Mail, zone: string, { language }: PageRequest): Html {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone })
  return html`<time datetime="${createdDate}">${format.format(new Date(createdDate))} (${zone})</time>`
}

function stateOf({ state }: Mail, { strings: { sandboxMails: t } }: PageRequest): Html {
  return html`<span class="state" data-state="${state}">${t.states[state]}</span>`
}

/** The text of a mail, in which its link can be clicked. */
function withLink(text: string, link: string | null): Html {
  if (link === null) return html`${text}`
  return html`${text.split(link).map((part, index) => html`${index > 0 && html`<a href="${link}">${link}</a>`}${part}`)}`
}
