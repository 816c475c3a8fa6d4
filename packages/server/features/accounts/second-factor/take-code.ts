import type { Deps } from '../../../infra/deps.ts'
import { recordAudit } from '../../../shared/audit-store.ts'
import { unsealSecret } from './authenticator-secret.ts'
import { hashRecoveryCode, parseRecoveryCode } from './recovery-codes.ts'
import { loadAuthenticator, takeRecoveryCode, takeStep } from './second-factor-store.ts'
import { stepOfCode } from './totp.ts'

export type TakeCodeDeps = Pick<Deps, 'clock' | 'dataKey' | 'db' | 'programKey'>

/** Whether an input has the form of a recovery code, which nobody guesses. */
export function isRecoveryCode(input: string): boolean {
  return parseRecoveryCode(input) !== null
}

/** Takes a code of the authenticator app, or a recovery code: each is accepted once. False for any other. */
export async function takeCode(channelId: string, input: string, deps: TakeCodeDeps): Promise<boolean> {
  const { clock, db } = deps
  const recoveryCode = parseRecoveryCode(input)
  if (recoveryCode !== null) {
    const hash = hashRecoveryCode(channelId, recoveryCode, deps)
    return db.transaction(async (tx) => {
      if (!(await takeRecoveryCode(tx, channelId, hash))) return false
      const detail = { change: 'RECOVERY_CODE_USED' }
      await recordAudit(tx, clock.now(), {
        action: 'account.second_factor_changed',
        channelId,
        personId: channelId,
        detail,
      })
      return true
    })
  }
  const authenticator = await loadAuthenticator(db.read, channelId)
  if (authenticator === null) return false
  const secret = unsealSecret(channelId, authenticator.sealed, deps)
  const step = stepOfCode(secret, digitsOf(input), systemNow(deps))
  return step !== null && db.transaction((tx) => takeStep(tx, channelId, step))
}

/** The digits of a code, which apps show in groups. */
export function digitsOf(input: string): string {
  return input.replaceAll(/\s/g, '')
}

/** The time of the machine, which a sandbox does not move. */
export function systemNow({ clock }: Pick<Deps, 'clock'>): number {
  return clock.now() - clock.offsetMs()
}
