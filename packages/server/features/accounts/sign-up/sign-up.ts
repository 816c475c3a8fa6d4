import { limits, type Language } from '@onair/contract'
import type { Tx } from '../../../infra/db/db.ts'
import type { Deps } from '../../../infra/deps.ts'
import type { QueueMailDeps } from '../../mail/queue-mail.ts'
import type { Visitor } from '../../../shared/callers/visitor.ts'
import { recordAudit } from '../../../shared/audit-store.ts'
import { deviceHashOf } from '../../../shared/secrets.ts'
import type { NameRules } from '../../../shared/naming/naming-rules.ts'
import { Refusal } from '../../../shared/refusal.ts'
import { validateText } from '../../../shared/text.ts'
import { acceptTermsIn } from './accept-terms.ts'
import { parseEmail } from '../account-rules.ts'
import { setChannelEnded } from '../account-store.ts'
import { insertSignUpRequest } from '../approval/sign-up-request-store.ts'
import { countSignUpAttempt } from '../account-limits.ts'
import { recordDevice } from '../sign-in/device-store.ts'
import { rememberDevice } from '../sign-in/known-device.ts'
import { tryCreatePerson, type FieldRefusals } from './create-person.ts'
import { markEmailVerified } from '../links/account-token-store.ts'
import { queueLink } from '../links/mail-link.ts'
import { isInvited, useInvitation } from '../invitations/invitations.ts'
import { hashingTurnOf } from '../password/password.ts'
import { insertProviderLink } from '../providers/provider-link-store.ts'
import { useSignUpPuzzle } from './sign-up-puzzle.ts'
import { isMailAllowed, type SignUpRules } from './sign-up-rules.ts'
import { createWebSession, type Browser, type NewWebSession } from '../sign-in/web-session.ts'

type SignUp = {
  channelName: string
  email: string
  /** Null with a provider. */
  password: string | null
  /** The identity with which the person signs in, and whether its provider has verified the email address. */
  provider: { id: string; issuer: string; identityHash: Buffer; hasVerifiedEmail: boolean } | null
  language: Language
  /** The version of the site's documents that the person accepts, or 0. */
  acceptedVersion: number
  /** The token of an invitation. */
  invitation: string | null
  /** For the people who approve new accounts. */
  request: string
  /** The solution of a puzzle, where the site asks for one, that this browser got. Null with a provider: robots have no identity there. */
  puzzle: { solution: string; browser: string } | null
  rules: SignUpRules
  nameRules: NameRules
  browser: Browser & { ip: string }
  previous: Visitor | null
  deviceCookie: string | null
}
type SignUpResult =
  | { session: NewWebSession; deviceCookie: string }
  | { refusals: FieldRefusals }
  | { retryAfterSec: number }
  | { isClosed: true }
  | { isWaiting: true }
  | { isRobot: true }
  | { isLinked: true }

/**
 * Creates a person and their channel, sends a link that verifies the address, and signs them in unless they wait for
 * approval. `isLinked`: the identity of the provider has an account. `previous` is the session of this browser, and
 * `deviceCookie` its device cookie.
 */
export async function signUp(
  {
    acceptedVersion,
    browser,
    previous,
    deviceCookie,
    invitation,
    request,
    puzzle,
    provider,
    rules,
    nameRules,
    ...person
  }: SignUp,
  deps: QueueMailDeps & Pick<Deps, 'counters' | 'dataKey' | 'db' | 'installationKey'>,
): Promise<SignUpResult> {
  if (deps.config.signUpsPerNetwork === 0 || rules.signUp === 'CLOSED') return { isClosed: true }
  const tooMany = await countSignUpAttempt(browser.ip, deps)
  if (tooMany !== null) return tooMany
  if (rules.hasSignUpPuzzle && puzzle !== null && !(await useSignUpPuzzle({ ...puzzle, ip: browser.ip }, deps)))
    return { isRobot: true }
  const email = parseEmail(person.email)
  if ('email' in email && !isMailAllowed(email.email, rules)) return { refusals: { email: 'MAIL_DOMAIN_REFUSED' } }
  const needsInvitation = rules.signUp === 'INVITATION'
  const needsApproval = rules.signUp === 'APPROVAL'
  if (needsInvitation && (invitation === null || !(await isInvited(invitation, deps)))) return { isClosed: true }
  const result = await tryCreatePerson(person, deps, {
    turn: hashingTurnOf(browser.ip, false),
    nameRules,
    async onInserted(tx, publish, { channel_id: channelId, email }) {
      const { language } = person
      if (needsInvitation && !(await useInvitation(tx, invitation ?? '', deps)))
        throw new Refusal('forbidden', 'INVITATION_ENDED')
      if (acceptedVersion > 0) await acceptTermsIn(tx, { channelId, version: acceptedVersion, now: deps.clock.now() })
      if (provider !== null) await linkNewPerson(tx, { channelId, ...provider }, deps)
      if (provider?.hasVerifiedEmail === true) await markEmailVerified(tx, channelId, deps.clock.now())
      else await queueLink(tx, publish, { purpose: 'VERIFY_EMAIL', channelId, email, language }, deps)
      if (needsApproval) await awaitApproval(tx, channelId, request, deps)
    },
  }).catch((error: unknown): SignUpResult => {
    if (error instanceof Refusal && error.reason.code === 'INVITATION_ENDED') return { isClosed: true }
    if (error instanceof Refusal && error.reason.code === 'PROVIDER_LINKED') return { isLinked: true }
    throw error
  })
  if (!('channelId' in result)) return result
  deps.metrics.actionDone('account.created')
  if (needsApproval) return { isWaiting: true }
  const { channelId } = result
  const newCookie = rememberDevice(deviceCookie, result.email, deps)
  const onCreated = (tx: Tx) =>
    recordDevice(tx, { channelId, deviceHash: deviceHashOf(newCookie), now: deps.clock.now() })
  const session = await createWebSession(channelId, { previous, browser, onCreated }, deps)
  if (session === null) throw new Error('the account that was just created does not exist')
  return { session, deviceCookie: newCookie }
}

/** Until somebody approves the account, its channel has ended: it can do nothing. */
async function awaitApproval(
  tx: Tx,
  channelId: string,
  request: string,
  { clock }: Pick<Deps, 'clock'>,
): Promise<void> {
  const now = clock.now()
  const text = validateText(request) === null ? request.trim().slice(0, limits.signUpRequestLength) : ''
  await insertSignUpRequest(tx, { channelId, text, now })
  await setChannelEnded(tx, channelId, now)
}

/** Links a new person. The second of two sign-ups with one identity is refused. */
async function linkNewPerson(
  tx: Tx,
  { channelId, id, issuer, identityHash }: { channelId: string } & NonNullable<SignUp['provider']>,
  { clock }: Pick<Deps, 'clock'>,
): Promise<void> {
  const now = clock.now()
  const link = { identity_hash: identityHash, channel_id: channelId, issuer, created_at: now, last_used_at: now }
  if (!(await insertProviderLink(tx, link))) throw new Refusal('badInput', 'PROVIDER_LINKED')
  const detail = { change: 'LINKED', provider: id }
  await recordAudit(tx, now, { action: 'account.provider_link_changed', channelId, detail })
}
