import { limits, type ContentOf, type consoleApi } from '@onair/contract'
import type { Tx } from '../../../infra/db/db.ts'
import type { Deps } from '../../../infra/deps.ts'
import { recordAudit } from '../../../shared/audit-store.ts'
import { utcSecond } from '../../../shared/dates.ts'
import { Refusal } from '../../../shared/refusal.ts'
import { hashSecret, isIssuedCredential, newCredential } from '../../../shared/secrets.ts'
import {
  deleteInvitation,
  findInvitations,
  insertInvitation,
  isInvitationUsable,
  takeInvitation,
} from './invitation-store.ts'

const dayMs = 86_400_000

/** Returns the path of a link by which people sign up while sign-up is by invitation. The token is not stored. */
export async function createInvitation(
  { uses, days }: { uses: number; days: number },
  deps: Pick<Deps, 'clock' | 'dataKey' | 'db' | 'random'>,
): Promise<string> {
  const { clock, db, random } = deps
  const token = newCredential(deps)
  const [now, monotonicNow] = [clock.now(), clock.monotonicNow()]
  await db.transaction(async (tx) => {
    const invitation = {
      id: random.uuid(),
      token_hash: hashSecret(token),
      uses_left: uses,
      created_at: now,
      expires_at: monotonicNow + days * dayMs,
    }
    if (!(await insertInvitation(tx, invitation, { monotonicNow, most: limits.invitations })))
      throw new Refusal('badInput', 'TOO_MANY_INVITATIONS')
    await recordAudit(tx, now, { action: 'invitation.created', detail: { uses, days } })
  })
  return `/sign-up?invitation=${token}`
}

/** The invitations that can be used, newest first. */
export async function listInvitations({
  clock,
  db,
}: Pick<Deps, 'clock' | 'db'>): Promise<ContentOf<typeof consoleApi.admin.listInvitations>> {
  const [now, monotonicNow] = [clock.now(), clock.monotonicNow()]
  const rows = await findInvitations(db.read, monotonicNow)
  return {
    data: rows.map((row) => ({
      invitationId: row.id,
      usesLeft: row.uses_left,
      createdDate: utcSecond(row.created_at),
      endDate: utcSecond(now + row.expires_at - monotonicNow),
    })),
  }
}

/** Ends an invitation. */
export async function endInvitation(invitationId: string, { clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await deleteInvitation(tx, invitationId))) throw new Refusal('notFound', 'NO_SUCH_INVITATION')
    await recordAudit(tx, clock.now(), { action: 'invitation.deleted' })
  })
}

type TokenDeps = Pick<Deps, 'clock' | 'dataKey'>

/** Whether a person can sign up with this token. */
export async function isInvited(token: string, { clock, dataKey, db }: TokenDeps & Pick<Deps, 'db'>): Promise<boolean> {
  return isIssuedCredential(token, dataKey) && isInvitationUsable(db.read, hashSecret(token), clock.monotonicNow())
}

/** Takes one use of the invitation with this token, in the transaction of the sign-up. False when it has ended. */
export async function useInvitation(tx: Tx, token: string, { clock, dataKey }: TokenDeps): Promise<boolean> {
  return isIssuedCredential(token, dataKey) && takeInvitation(tx, hashSecret(token), clock.monotonicNow())
}
