import type { LiveMeasure, MailKind, ReportDecision, ReportKind, TeamRole } from '@onair/contract'

/** The values of each mail. `path`: that of its link, on the host of the pages. */
export type MailData = {
  VERIFY_EMAIL: { path: string }
  RESET_PASSWORD: { path: string }
  /** `isFirstOwner`: the address was not verified before. */
  PASSWORD_CHANGED: { at: number; isFirstOwner?: boolean }
  EMAIL_CHANGED: { at: number; newEmail: string }
  NEW_SIGN_IN: { at: number; userAgent: string | null; network: string | null }
  SECOND_FACTOR_CHANGED: { at: number; isOn: boolean }
  PASSKEY_CHANGED: { at: number; isAdded: boolean }
  PROVIDER_LINK_CHANGED: { at: number; provider: string; isLinked: boolean }
  APP_IDLE: { clientId: string; appName: string; days: number }
  WEBHOOK_FAILING: { clientId: string; appName: string; url: string; hours: number }
  SIGN_UP_APPROVED: { at: number }
  SIGN_UP_REFUSED: { at: number }
  STREAMING_APPROVED: object
  STREAMING_DECLINED: { answer: string }
  ORGANIZATION_APPROVED: { name: string }
  ORGANIZATION_DECLINED: { name: string; answer: string }
  ORGANIZATION_ENDED: { name: string; answer: string }
  LIVE_STARTED: { channelName: string; title: string | null; path: string; unsubscribePath: string }
  LIVE_MODERATED: {
    measure: Exclude<LiveMeasure, 'REMOVE_AGE_LIMIT'>
    reason: string
    /** Absent in mails of the version before. */
    block?: { endsAt: number | null } | null
  }
  TEAM_INVITATION: { path: string; role: TeamRole }
  REPORT_DECIDED: { reported: ReportKind; decision: ReportDecision; answer: string }
}
export type MailText = { [Kind in MailKind]: { kind: Kind } & MailData[Kind] }[MailKind]

/** The sentences of a mail. `after` follows the button, whose label is `button`. */
export type MailParts = {
  subject: string
  before: readonly string[]
  facts?: readonly (readonly [name: string, value: string])[]
  button?: string
  after?: readonly string[]
}

/** The addresses in a mail: of its button, and of the page that stops such mails. */
export type MailLinks = { link: string | null; unsubscribeUrl: string | null }

/** A mail to an address that nobody has verified contains no text of the person who signed up: it would be a way to send spam. */
export type MailStrings = {
  footer: (siteName: string) => string
  unsubscribe: string
  /** Before the address of a button. */
  orOpen: string
} & { readonly [Kind in MailKind]: ComposeParts<MailData[Kind]> }
export type ComposeParts<Data> = (data: Data, formatDate: (at: number) => string, siteName: string) => MailParts
