import { createTransport } from 'nodemailer'
import { isLoopbackHost } from '../../config/hosts.ts'

/** A mail to one person, as text and as HTML. */
export type OutgoingMail = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  language: string
  /** The address that stops such mails. */
  unsubscribeUrl: string | null
}

/** `rejected`: the server refuses this mail for good. `failed`: a later attempt may succeed. */
export type MailResult = { sent: true } | { rejected: string } | { failed: string }

/** Sends mails through an SMTP server, on a connection for each. */
export type Mailer = {
  /** Never rejects. An attempt that `signal` ends has failed, and may have been sent. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<MailResult>
  /** Connects, encrypts and signs in as `send` does, without a mail. Rejects with the reason. */
  check(): Promise<void>
}

const phaseTimeoutMs = 10_000
const maxReasonLength = 300

/** Opens no connection. `url` and `from` are those of the settings. */
export function smtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url)
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  const isLocal = isLoopbackHost(hostname)
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (protocol === 'smtps:' ? 465 : 587) : Number(port),
    secure: protocol === 'smtps:',
    // A password never travels in clear text to another machine.
    requireTLS: username !== '' && !isLocal,
    // The certificate of a mail server on this machine names another host.
    ignoreTLS: isLocal,
    ...(username !== '' && { auth }),
    connectionTimeout: phaseTimeoutMs,
    greetingTimeout: phaseTimeoutMs,
    socketTimeout: phaseTimeoutMs,
    dnsTimeout: phaseTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? hostname
  return {
    async send({ id, to, subject, text, html, language, unsubscribeUrl }, signal) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          // A mail that is sent twice has the same id, by which receivers recognize it.
          messageId: `<${id}@${domain}>`,
          // RFC 3834: no automatic responses.
          headers: {
            'Auto-Submitted': 'auto-generated',
            'Content-Language': language,
            // RFC 8058: mail programs show a button for it.
            ...(unsubscribeUrl !== null && {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          signal,
        })
        return { sent: true }
      } catch (error) {
        return failureOf(error as SmtpError, to)
      }
    },
    async check() {
      await transport.verify()
    },
  }
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string }

/**
 * A permanent response (RFC 5321, 4.2.1) to the sender, the recipient or the content rejects the mail. A refused sign-in is
 * a mistake of the settings, and fails.
 */
function failureOf({ code, responseCode, response, message }: SmtpError, to: string): MailResult {
  const reason = (response ?? message).replaceAll(to, '•••').replaceAll(/\s+/g, ' ').slice(0, maxReasonLength)
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  return isAboutMail && (responseCode ?? 500) >= 500 ? { rejected: reason } : { failed: reason }
}
