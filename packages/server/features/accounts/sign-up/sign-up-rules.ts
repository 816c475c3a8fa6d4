import type { SiteSettings } from '@onair/contract'

/** The rules of the site about who can create an account, and with which email addresses. */
export type SignUpRules = Pick<SiteSettings, 'signUp' | 'hasSignUpPuzzle' | MailRule>
type MailRule = 'allowedMailDomains' | 'refusedMailDomains'

/** Whether the site accepts an email address. A domain of a rule includes its subdomains. */
export function isMailAllowed(
  email: string,
  { allowedMailDomains, refusedMailDomains }: Pick<SignUpRules, MailRule>,
): boolean {
  const domain = `.${email.slice(email.lastIndexOf('@') + 1)}`
  const isIn = (domains: readonly string[]) => domains.some((one) => domain.endsWith(`.${one}`))
  return !isIn(refusedMailDomains) && (allowedMailDomains.length === 0 || isIn(allowedMailDomains))
}
