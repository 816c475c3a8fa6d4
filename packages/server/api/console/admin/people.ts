import { listBlockedDevices } from '../../../features/blocks/block-devices.ts'
import { listBlockedNetworks } from '../../../features/blocks/block-network.ts'
import { hasSiteRole, type consoleApi } from '@onair/contract'
import { decideStreamRequests } from '../../../features/accounts/approval/decide-stream-requests.ts'
import { decideSignUps } from '../../../features/accounts/approval/decide-sign-ups.ts'
import { deleteAccount, resumeAccount } from '../../../features/accounts/end/end-account.ts'
import { exportData } from '../../../features/accounts/export/export-data.ts'
import {
  requireRank,
  setStreamers,
  setVerifiedMark,
  suspendPeople,
} from '../../../features/accounts/moderate/moderate-people.ts'
import { createNote, deleteNote } from '../../../features/accounts/moderate/notes.ts'
import { getPerson, listAccounts, requirePerson } from '../../../features/accounts/moderate/people.ts'
import { endAllSessionsOf } from '../../../features/accounts/sign-in/own-sessions.ts'
import { renameChannel } from '../../../features/accounts/names/rename-channel.ts'
import { passOnTeams } from '../../../features/apps/teams/teams.ts'
import { listSiteLives } from '../../../features/lives/list-site-lives.ts'
import { mailMeasure } from '../../../features/mail/mail-measure.ts'
import { moderateLive } from '../../../features/lives/moderate-live.ts'
import { deletePlans } from '../../../features/lives/schedule/schedule-store.ts'
import { removeProfile } from '../../../features/profiles/profile.ts'
import { deleteUpload, listUploads } from '../../../features/uploads/uploads.ts'
import { endAccountActivity } from '../../../features/sessions/end-account-activity.ts'
import { Refusal } from '../../../shared/refusal.ts'
import type { Handlers } from '../../pipeline/handler.ts'

/** The actions of the people who run the site on people and networks. */
export const people: Pick<
  Handlers<typeof consoleApi.admin>,
  | 'listAccounts'
  | 'getPerson'
  | 'suspend'
  | 'resume'
  | 'decideSignUps'
  | 'decideStreamRequests'
  | 'createNote'
  | 'deleteNote'
  | 'listSiteLives'
  | 'moderateLive'
  | 'renamePerson'
  | 'removeProfile'
  | 'listPersonUploads'
  | 'removeUpload'
  | 'putVerifiedMark'
  | 'putStreamers'
  | 'signOutPerson'
  | 'exportPerson'
  | 'deletePerson'
  | 'listBlockedNetworks'
  | 'blockNetwork'
  | 'unblockNetwork'
  | 'listBlockedDevices'
  | 'unblockDevices'
> = {
  async listAccounts({ query }, deps) {
    return listAccounts(query, deps)
  },

  async getPerson({ pathParams: { channelId } }, deps) {
    return getPerson(channelId, deps)
  },

  async suspend({ caller, body: { channelIds, reason, shownReason, seconds, blocksDevices = false } }, deps) {
    const suspension = { channelIds, reason, seconds }
    const suspended = await suspendPeople({ ...suspension, shownReason }, caller, endAccountActivity, deps)
    if (blocksDevices) await deps.blockedDevices.block(suspension)
    return { suspended }
  },

  async resume({ caller, pathParams: { channelId } }, deps) {
    await requireRank(channelId, caller, deps)
    await resumeAccount(channelId, deps)
    await deps.blockedDevices.unblock(channelId)
    return null
  },

  async decideSignUps({ body }, deps) {
    return { decided: await decideSignUps(body, deps) }
  },

  async decideStreamRequests({ body }, deps) {
    return { decided: await decideStreamRequests(body, deps) }
  },

  async createNote({ caller, pathParams: { channelId }, body: { text } }, deps) {
    return { noteId: await createNote({ channelId, authorId: caller.channelId, text }, deps) }
  },

  async deleteNote({ caller, pathParams: { channelId, noteId } }, deps) {
    await deleteNote({ channelId, authorId: caller.channelId, noteId }, deps)
    return null
  },

  async listSiteLives({ query }, deps) {
    return listSiteLives(query, deps)
  },

  async moderateLive({ caller, pathParams: { channelId }, body }, deps) {
    await requireRank(channelId, caller, deps)
    await moderateLive({ channelId, ...body }, mailMeasure(deps), deps)
    return null
  },

  async renamePerson({ caller, pathParams: { channelId }, body: { channelName, reason } }, deps) {
    await requireRank(channelId, caller, deps)
    const rules = hasSiteRole(caller.siteRole, 'OPERATOR') ? null : await deps.site.nameRules()
    return { channelName: await renameChannel(channelId, { channelName, rules, bySite: { reason } }, deps) }
  },

  async removeProfile({ caller, pathParams: { channelId } }, deps) {
    await requireRank(channelId, caller, deps)
    await removeProfile(channelId, deletePlans, deps)
    return null
  },

  async listPersonUploads({ pathParams: { channelId } }, deps) {
    return { data: await listUploads(channelId, deps) }
  },

  async removeUpload({ caller, pathParams: { channelId, kind, name } }, deps) {
    await requireRank(channelId, caller, deps)
    await deleteUpload({ channelId, kind, name, isBySite: true }, deps)
    return null
  },

  async putVerifiedMark({ pathParams: { channelId }, body: { verifiedMark } }, deps) {
    await setVerifiedMark({ channelId, verifiedMark }, deps)
    return null
  },

  async putStreamers({ body }, deps) {
    return { changed: await setStreamers(body, deps) }
  },

  async signOutPerson({ caller, pathParams: { channelId } }, deps) {
    await requireRank(channelId, caller, deps)
    return { endedSessions: await endAllSessionsOf(channelId, deps) }
  },

  async exportPerson({ pathParams: { channelId }, query: { next } }, deps) {
    await requirePerson(channelId, deps)
    return exportData(channelId, next, deps)
  },

  async deletePerson({ caller, pathParams: { channelId }, body: { reason } }, deps) {
    await requireRank(channelId, caller, deps)
    await deleteAccount(channelId, passOnTeams(endAccountActivity), deps, reason)
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

  async listBlockedDevices(_call, deps) {
    return listBlockedDevices(deps)
  },

  async unblockDevices({ pathParams: { channelId } }, { blockedDevices }) {
    if (!(await blockedDevices.unblock(channelId))) throw new Refusal('notFound', 'DEVICES_NOT_BLOCKED')
    return null
  },
}
