import type { consoleApi } from '@onair/contract'
import { changeEmail } from '../../features/accounts/change-email.ts'
import { deleteAccount, type EndActivity } from '../../features/accounts/end/end-account.ts'
import { requireNoTeamLedAlone } from '../../features/apps/teams/teams.ts'
import { exportData } from '../../features/accounts/export/export-data.ts'
import { getAccount } from '../../features/accounts/get-account.ts'
import { sendVerification } from '../../features/accounts/links/verify-email.ts'
import { changePassword, confirmPassword, requireOwnPassword } from '../../features/accounts/password/own-password.ts'
import { endAllSessionsOf, endSessionOf } from '../../features/accounts/sign-in/own-sessions.ts'
import { renameChannel } from '../../features/accounts/names/rename-channel.ts'
import { endWebSession } from '../../features/accounts/sign-in/web-session.ts'
import { withdrawAllConsents } from '../../features/auth/withdraw-consent.ts'
import { endAccountActivity } from '../../features/sessions/end-account-activity.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const account: Handlers<typeof consoleApi.account> = {
  async getMe({ caller: { channelId, channelName, email, identityVerified } }) {
    return { channelId, channelName, email, identityVerified }
  },

  async signOut({ caller }, deps) {
    await endWebSession(caller, deps)
    return null
  },

  async getAccount({ caller }, deps) {
    return getAccount(caller, deps)
  },

  async renameChannel({ caller: { channelId }, body: { channelName } }, deps) {
    return { channelName: await renameChannel(channelId, { channelName, rules: await deps.site.nameRules() }, deps) }
  },

  async verifyPassword({ caller: visitor, body, ip }, deps) {
    await confirmPassword({ visitor, ...body, ip }, deps)
    return null
  },

  async changePassword({ caller: visitor, body, ip }, deps) {
    return changePassword({ visitor, ...body, ip }, body.endsConnections ? withdrawAllConsents : null, deps)
  },

  async changeEmail({ caller: visitor, body, ip }, deps) {
    return { email: await changeEmail({ visitor, ...body, ip }, await deps.site.settings(), deps) }
  },

  async sendVerification({ caller }, deps) {
    return { isSent: await sendVerification(caller, deps) }
  },

  async endSession({ caller: { channelId }, pathParams: { sessionId } }, deps) {
    await endSessionOf({ channelId, sessionId }, deps)
    return null
  },

  async endAllSessions({ caller: { channelId } }, deps) {
    return { endedSessions: await endAllSessionsOf(channelId, deps) }
  },

  async exportData({ caller: { channelId }, query: { next } }, deps) {
    return exportData(channelId, next, deps)
  },

  async deleteAccount({ caller: visitor, body, ip }, deps) {
    await requireOwnPassword('password', { visitor, ...body, ip }, deps)
    await deleteAccount(visitor.channelId, endOwnActivity, deps)
    return null
  },
}

/** Ends the activity of a person who deletes the account, unless a team would be left without an owner. */
const endOwnActivity: EndActivity = async (tx, publish, account, deps) => {
  await requireNoTeamLedAlone(tx, account.channelId)
  await endAccountActivity(tx, publish, account, deps)
}
