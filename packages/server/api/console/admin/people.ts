import { listBlockedDevices } from '../../../features/blocks/blocked-devices.ts'
import { listBlockedNetworks } from '../../../features/blocks/blocked-networks.ts'
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
import { listSiteLives } from '../../../features/lives/list-lives.ts'
import { mailMeasure } from '../../../features/mail/mail-measure.ts'
import { moderateLive } from '../../../features/lives/moderate-live.ts'
import { deletePlans } from '../../../features/lives/schedule/schedule-store.ts'
import { removeProfile } from '../../../features/profiles/profile.ts'
import { deleteUpload, listUploads } from '../../../features/uploads/uploads.ts'
import { endAccountActivity } from '../../../features/sessions/end-account-activity.ts'
import { Refusal } from '../../../shared/refusal.ts'
import type { Handlers } from '../../pipeline/handler.ts'

/** The actions of the people who run the site on people and networks. */
export const people = {
  listAccounts: ({ query }, deps) => listAccounts(query, deps),
  getPerson: ({ pathParams: { channelId } }, deps) => getPerson(channelId, deps),

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
  },

  decideSignUps: async ({ body }, deps) => ({ decided: await decideSignUps(body, deps) }),
  decideStreamRequests: async ({ body }, deps) => ({ decided: await decideStreamRequests(body, deps) }),
  createNote: async ({ caller, pathParams: { channelId }, body: { text } }, deps) => ({
    noteId: await createNote({ channelId, authorId: caller.channelId, text }, deps),
  }),
  deleteNote: ({ caller, pathParams: { channelId, noteId } }, deps) =>
    deleteNote({ channelId, authorId: caller.channelId, noteId }, deps),
  listSiteLives: ({ query }, deps) => listSiteLives(query, deps),

  async moderateLive({ caller, pathParams: { channelId }, body }, deps) {
    await requireRank(channelId, caller, deps)
    await moderateLive({ channelId, ...body }, mailMeasure(deps), deps)
  },

  async renamePerson({ caller, pathParams: { channelId }, body: { channelName, reason } }, deps) {
    await requireRank(channelId, caller, deps)
    const rules = hasSiteRole(caller.siteRole, 'OPERATOR') ? null : await deps.site.nameRules()
    return { channelName: await renameChannel(channelId, { channelName, rules, bySite: { reason } }, deps) }
  },

  async removeProfile({ caller, pathParams: { channelId } }, deps) {
    await requireRank(channelId, caller, deps)
    await removeProfile(channelId, deletePlans, deps)
  },

  listPersonUploads: async ({ pathParams: { channelId } }, deps) => ({ data: await listUploads(channelId, deps) }),

  async removeUpload({ caller, pathParams: { channelId, kind, name } }, deps) {
    await requireRank(channelId, caller, deps)
    await deleteUpload({ channelId, kind, name, isBySite: true }, deps)
  },

  putVerifiedMark: ({ pathParams: { channelId }, body: { verifiedMark } }, deps) =>
    setVerifiedMark({ channelId, verifiedMark }, deps),
  putStreamers: async ({ body }, deps) => ({ changed: await setStreamers(body, deps) }),

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
  },

  listBlockedNetworks: (_call, deps) => listBlockedNetworks(deps),
  blockNetwork: async ({ ip, body: { network, reason, seconds } }, { blockedNetworks }) => ({
    network: await blockedNetworks.block({ network, reason, seconds, ip }),
  }),
  unblockNetwork: ({ query: { network } }, { blockedNetworks }) => blockedNetworks.unblock(network),
  listBlockedDevices: (_call, deps) => listBlockedDevices(deps),

  async unblockDevices({ pathParams: { channelId } }, { blockedDevices }) {
    if (!(await blockedDevices.unblock(channelId))) throw new Refusal('notFound', 'DEVICES_NOT_BLOCKED')
  },
} satisfies Partial<Handlers<typeof consoleApi.admin>>
