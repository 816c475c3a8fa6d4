import type { Language } from '@onair/contract'
import { counterKind, counterKey } from '../../../infra/counters/counters.ts'
import type { Deps } from '../../../infra/deps.ts'
import { passwordResetMs } from '../../mail/mail-rules.ts'
import type { QueueMailDeps } from '../../mail/queue-mail.ts'
import { recordAudit } from '../../../shared/audit-store.ts'
import { busMessage, mailsTopic } from '../../../shared/bus-messages.ts'
import { countInNetworks } from '../../../shared/networks/count-in-networks.ts'
import { ipPrefix } from '../../../shared/networks/ip-prefix.ts'
import { Refusal } from '../../../shared/refusal.ts'
import { seal, unseal } from '../../../shared/secrets.ts'
import { parseEmail, type AccountRefusal } from '../account-rules.ts'
import { loadAccountByEmail } from '../account-store.ts'
import { insertResetRequest, takeResetRequests } from './account-token-store.ts'
import { queueLink } from './mail-link.ts'

const networkRequests = counterKind('password-reset/network', 15 * 60_000)
const addressRequests = counterKind('password-reset/address', 60 * 60_000)
const limits = { perNetwork: 20, perAddress: 5, waiting: 10_000 }
const batchSize = 20

const sealFor = (id: string) => ({ purpose: 'password reset request', context: id })

type ResetRequest = { email: string; language: Language; ip: string }
type RequestResult = { isAccepted: true } | { refusal: AccountRefusal } | { retryAfterSec: number }

/**
 * Accepts a request for a new password. It does not look for the account: a worker does that later, so that neither the
 * answer nor its time depends on whether there is one. The limits count addresses without an account too.
 */
export async function requestPasswordReset(
  { email: input, language, ip }: ResetRequest,
  { clock, counters, dataKey, db, random }: Pick<Deps, 'clock' | 'counters' | 'dataKey' | 'db' | 'random'>,
): Promise<RequestResult> {
  const parsed = parseEmail(input)
  if ('refusal' in parsed) return parsed
  const now = clock.now()
  const ofNetwork = await countInNetworks(counters, { kind: networkRequests, ip, limit: limits.perNetwork }, now)
  if (ofNetwork.isRefused) return { retryAfterSec: Math.ceil((ofNetwork.endsAt - now) / 1000) }
  const ofAddress = await counters.add(addressRequests, counterKey(parsed.email), now, limits.perAddress)
  if (ofAddress.isRefused) return { retryAfterSec: Math.ceil((ofAddress.endsAt - now) / 1000) }

  const id = random.uuid()
  const request = {
    id,
    sealed_email: seal(parsed.email, sealFor(id), { current: dataKey, previous: null }, random),
    language,
    network: ipPrefix(ip),
    created_at: now,
  }
  const isInserted = await db.transaction(async (tx, publish) => {
    publish(busMessage(mailsTopic, {}))
    return insertResetRequest(tx, request, limits.waiting)
  })
  if (!isInserted) throw new Refusal('unavailable', 'SERVER_BUSY', { retryAfterSec: 60 })
  return { isAccepted: true }
}

/** Queues a mail with a link for each request whose address belongs to an account. Returns whether more requests may wait. */
export async function queuePasswordResets(deps: QueueMailDeps & Pick<Deps, 'db'>): Promise<boolean> {
  const { clock, dataKey, db } = deps
  const now = clock.now()
  return db.transaction(async (tx, publish) => {
    const requests = await takeResetRequests(tx, batchSize)
    for (const { id, sealed_email: sealed, language, network, created_at: createdAt } of requests) {
      if (now - createdAt >= passwordResetMs) continue
      const email = unseal(sealed, sealFor(id), { current: dataKey, previous: null })
      const account = await loadAccountByEmail(tx, email)
      if (account === null) continue
      const { channel_id: channelId } = account
      const link = { purpose: 'RESET_PASSWORD', channelId, email, language } as const
      if (!(await queueLink(tx, publish, link, deps))) continue
      await recordAudit(tx, now, { action: 'account.password_reset_requested', channelId, detail: { network } })
    }
    return requests.length === batchSize
  })
}
