import { listBlockedNetworks } from '../../../features/blocks/block-network.ts'
import type { consoleApi } from '@onair/contract'
import { deleteAccount, resumeAccount } from '../../../features/accounts/end-account.ts'
import { requireRank, setVerifiedMark, suspendPeople } from '../../../features/accounts/moderate/moderate-people.ts'
import { getPerson, listAccounts } from '../../../features/accounts/moderate/people.ts'
import { endAllSessionsOf } from '../../../features/accounts/own-sessions.ts'
import { renameChannel } from '../../../features/accounts/rename-channel.ts'
import { endLiveByModerator } from '../../../features/lives/end-live-by-moderator.ts'
import { removeProfile } from '../../../features/profiles/profile.ts'
import { endAccountActivity } from '../../../features/sessions/end-account-activity.ts'
import type { Handlers } from '../../pipeline/handler.ts'

/** The actions of the people who run the site on people and networks. */
export const people: Pick<
  Handlers<typeof consoleApi.admin>,
  | 'listAccounts'
  | 'getPerson'
  | 'suspend'
  | 'resume'
  | 'endLive'
  | 'renamePerson'
  | 'removeProfile'
  | 'putVerifiedMark'
  | 'signOutPerson'
  | 'deletePerson'
  | 'listBlockedNetworks'
  | 'blockNetwork'
  | 'unblockNetwork'
> = {
  async listAccounts({ query }, deps) {
    return listAccounts(query, deps)
  },

  async getPerson({ pathParams: { channelId } }, deps) {
    return getPerson(channelId, deps)
  },

  async suspend({ caller, body: { channelIds, reason, seconds } }, deps) {
    return { suspended: await suspendPeople({ channelIds, reason, seconds }, caller, endAccountActivity, deps) }
  },

  async resume({ caller, pathParams: { channelId } }, deps) {
    await requireRank(channelId, caller, deps)
    await resumeAccount(channelId, deps)
    return null
  },

  async endLive({ caller, pathParams: { channelId } }, deps) {
    await requireRank(channelId, caller, deps)
    await endLiveByModerator(channelId, deps)
    return null
  },

  async renamePerson({ caller, pathParams: { channelId }, body: { channelName } }, deps) {
    await requireRank(channelId, caller, deps)
    return { channelName: await renameChannel(channelId, channelName, deps) }
  },

  async removeProfile({ caller, pathParams: { channelId } }, deps) {
    await requireRank(channelId, caller, deps)
    await removeProfile(channelId, deps)
    return null
  },

  async putVerifiedMark({ pathParams: { channelId }, body: { verifiedMark } }, deps) {
    await setVerifiedMark({ channelId, verifiedMark }, deps)
    return null
  },

  async signOutPerson({ caller, pathParams: { channelId } }, deps) {
    await requireRank(channelId, caller, deps)
    return { endedSessions: await endAllSessionsOf(channelId, deps) }
  },

  async deletePerson({ caller, pathParams: { channelId } }, deps) {
    await requireRank(channelId, caller, deps)
    await deleteAccount(channelId, endAccountActivity, deps)
    return null
  },

  async listBlockedNetworks(_call, deps) {
    return listBlockedNetworks(deps)
  },

  async blockNetwork({ ip, body: { network, reason, seconds } }, { blockedNetworks }) {
    return { network: await blockedNetworks.block({ network, reason, seconds, ip }) }
  },

  async unblockNetwork({ query: { network } }, { blockedNetworks }) {
    await blockedNetworks.unblock(network)
    return null
  },
}
