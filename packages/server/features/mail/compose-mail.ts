import type { Language, MailKind } from '@onair/contract'
import { displayDate } from '../../shared/dates.ts'
import { mailHtml } from './mail-html.ts'
import type { ComposeParts, MailData, MailLinks, MailParts, MailStrings, MailText } from './mail-text.ts'
import { en } from './locales/en.ts'
import { ko } from './locales/ko.ts'

export type MailContent = {
  subject: string
  text: string
  html: string
  link: string | null
  /** The address that stops mails of this kind, where the person can. */
  unsubscribeUrl: string | null
}

const locales: Readonly<Record<Language, MailStrings>> = { ko, en }

/** Writes a mail as text and as HTML. `origin`: the host of the pages. `zone`: the time zone of its dates. */
export function composeMail(
  mail: MailText,
  language: Language,
  { origin, siteName, zone }: { origin: string; siteName: string; zone: string },
): MailContent {
  const t = locales[language]
  const parts = (t[mail.kind] as ComposeParts<MailText>)(mail, (at) => `${displayDate(at, zone)} (${zone})`, siteName)
  const path = (linkPaths[mail.kind] as (data: MailText) => string | null)(mail)
  const link = path === null ? null : origin + path
  const title = parts.subject.replaceAll(/\p{Cc}/gu, ' ')
  const subject = `[${siteName}] ${title}`
  const unsubscribeUrl = 'unsubscribePath' in mail ? origin + mail.unsubscribePath : null
  const content = { ...parts, subject: title, link, unsubscribeUrl }
  return {
    subject,
    link,
    unsubscribeUrl,
    text: mailText(content, t, siteName),
    html: mailHtml(content, t, { language, siteName }),
  }
}

const linkPaths: { readonly [Kind in MailKind]: (data: MailData[Kind]) => string | null } = {
  VERIFY_EMAIL: ({ path }) => path,
  RESET_PASSWORD: ({ path }) => path,
  PASSWORD_CHANGED: () => '/forgot-password',
  EMAIL_CHANGED: () => null,
  NEW_SIGN_IN: () => '/account',
  SECOND_FACTOR_CHANGED: () => '/account',
  PASSKEY_CHANGED: () => '/account',
  PROVIDER_LINK_CHANGED: () => '/account',
  APP_IDLE: ({ clientId }) => `/console/apps/${clientId}`,
  WEBHOOK_FAILING: ({ clientId }) => `/console/apps/${clientId}?tab=webhook`,
  TEAM_INVITATION: ({ path }) => path,
  REPORT_DECIDED: () => '/account#reports',
  SIGN_UP_APPROVED: () => '/sign-in',
  SIGN_UP_REFUSED: () => null,
  STREAMING_APPROVED: () => '/studio',
  STREAMING_DECLINED: () => '/studio',
  ORGANIZATION_APPROVED: () => '/console/teams',
  ORGANIZATION_DECLINED: () => '/console/teams',
  ORGANIZATION_ENDED: () => '/console/teams',
  LIVE_STARTED: ({ path }) => path,
  LIVE_MODERATED: () => '/studio',
}

function mailText(
  { before, facts = [], button, link, after = [], unsubscribeUrl }: MailParts & MailLinks,
  { footer, unsubscribe }: MailStrings,
  siteName: string,
): string {
  const sections = [
    ...before,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(button !== undefined && link !== null ? [`${button}:\n${link}`] : []),
    ...after,
    ...(unsubscribeUrl === null ? [] : [`${unsubscribe}:\n${unsubscribeUrl}`]),
    `--\n${footer(siteName)}`,
  ]
  return `${sections.join('\n\n')}\n`
}
