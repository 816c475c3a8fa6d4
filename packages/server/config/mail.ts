import { mailbox, optional, smtpUrl } from './parsers.ts'
import { setting } from './setting.ts'

/** The mails of a site. */
export const mailSettings = {
  mailUrl: setting(
    'ONAIR_MAIL_URL',
    'SMTP server for the mails of the site: `smtp://user:password@smtp.example.com:587` encrypts with STARTTLS, `smtps://…:465` from the first byte; requires `ONAIR_MAIL_FROM`. Without it no mail is sent; a sandbox sends none',
    optional(smtpUrl),
    null,
    true,
  ),
  mailFrom: setting(
    'ONAIR_MAIL_FROM',
    'Sender of the mails, such as `Onair <no-reply@example.com>`',
    optional(mailbox),
    null,
  ),
}
