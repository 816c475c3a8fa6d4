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
  getMe: async ({ caller: { channelId, channelName, email, identityVerified } }) => ({
    channelId,
    channelName,
    email,
    identityVerified,
  }),
  signOut: ({ caller }, deps) => endWebSession(caller, deps),
  getAccount: ({ caller }, deps) => getAccount(caller, deps),
  renameChannel: async ({ caller: { channelId }, body: { channelName } }, deps) => ({
    channelName: await renameChannel(channelId, { channelName, rules: await deps.site.nameRules() }, deps),
  }),
  verifyPassword: ({ caller: visitor, body, ip }, deps) => confirmPassword({ visitor, ...body, ip }, deps),
  changePassword: ({ caller: visitor, body, ip }, deps) =>
    changePassword({ visitor, ...body, ip }, body.endsConnections ? withdrawAllConsents : null, deps),
  changeEmail: async ({ caller: visitor, body, ip }, deps) => ({
    email: await changeEmail({ visitor, ...body, ip }, await deps.site.settings(), deps),
  }),
  sendVerification: async ({ caller }, deps) => ({ isSent: await sendVerification(caller, deps) }),
  endSession: ({ caller: { channelId }, pathParams: { sessionId } }, deps) =>
    endSessionOf({ channelId, sessionId }, deps),
  endAllSessions: async ({ caller: { channelId } }, deps) => ({
    endedSessions: await endAllSessionsOf(channelId, deps),
  }),
  exportData: ({ caller: { channelId }, query: { next } }, deps) => exportData(channelId, next, deps),

  async deleteAccount({ caller: visitor, body, ip }, deps) {
    await requireOwnPassword('password', { visitor, ...body, ip }, deps)
    await deleteAccount(visitor.channelId, endOwnActivity, deps)
  },
}

/** Ends the activity of a person who deletes the account, unless a team would be left without an owner. */
const endOwnActivity: EndActivity = async (tx, publish, account, deps) => {
  await requireNoTeamLedAlone(tx, account.channelId)
  await endAccountActivity(tx, publish, account, deps)
}
