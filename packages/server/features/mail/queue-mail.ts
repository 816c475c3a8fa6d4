import { defaultLanguage, type Language } from '@onair/contract'
import type { Publish, Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { busMessage, mailsTopic } from '../../shared/bus-messages.ts'
import { composeMail } from './compose-mail.ts'
import { canMail } from '../../shared/can-mail.ts'
import { mailsPerDay, usefulMs } from './mail-rules.ts'
import { insertMail, loadRecipient, loadSiteName, takeAllowance } from './mail-store.ts'
import type { MailText } from './mail-text.ts'
import { sealMail } from './sealed-mail.ts'

/**
 * A mail to a person. `email`: the address where it is not the one of the account. `language`: used for a person whose
 * language is not known.
 */
export type NewMail = MailText & { channelId: string; email?: string; language?: Language }

export type QueueMailDeps = Pick<Deps, 'clock' | 'config' | 'dataKey' | 'metrics' | 'policy' | 'random'> & {
  addresses: Pick<Deps['addresses'], 'authUrl'>
}

/**
 * Queues a mail in the transaction of what it is about, in the language of the person. Queues none where no mail is sent, to
 * a suspended person, and beyond the limit of the kind: then false.
 */
export async function queueMail(
  tx: Tx,
  publish: Publish,
  { channelId, email, language: otherLanguage = defaultLanguage, ...text }: NewMail,
  deps: QueueMailDeps,
): Promise<boolean> {
  if (!canMail(deps)) return false
  const { addresses, clock, config, dataKey, metrics, random } = deps
  const { kind } = text
  const recipient = await loadRecipient(tx, channelId, { mayHaveEnded: kind === 'SIGN_UP_REFUSED' })
  if (recipient === null) return false
  const now = clock.now()
  if (!(await takeAllowance(tx, { channelId, kind, now, mostPerDay: mailsPerDay[kind] }))) {
    metrics.mailEnded('limited')
    return false
  }
  const language = recipient.language ?? otherLanguage
  const siteName = await loadSiteName(tx)
  const content = composeMail(text, language, { origin: addresses.authUrl, siteName, zone: config.displayZone })
  const id = random.uuid()
  await insertMail(tx, {
    id,
    channel_id: channelId,
    kind,
    language,
    sealed: sealMail(id, { to: email ?? recipient.email, ...content }, { dataKey, random }),
    created_at: now,
    next_attempt_at: now,
    expires_at: now + usefulMs(kind),
  })
  publish(busMessage(mailsTopic, {}))
  return true
}
