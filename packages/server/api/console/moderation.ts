import { consoleApi } from '@onair/contract'
import { findRestrictors, listModeration } from '../../features/audit/list-moderation.ts'
import { listChannelManagers, listManagedChannels } from '../../features/channels/manager-store.ts'
import { requireChannel } from '../../features/channels/require-channel.ts'
import { setManagerRole } from '../../features/channels/set-manager-role.ts'
import { listBlockedWords, updateBlockedWords } from '../../features/chat/blocked-words.ts'
import { clearChat, hideMessage, hideDonation } from '../../features/chat/hide-messages.ts'
import { deleteNotice, putNotice } from '../../features/chat/notice.ts'
import { loadNotice } from '../../features/chat/chat-store.ts'
import { roleToModerate, type Moderator } from '../../features/chat/require-moderator.ts'
import { getChatter } from '../../features/restrictions/get-chatter.ts'
import { listAllRestricted } from '../../features/restrictions/list-restricted.ts'
import { release, restrict } from '../../features/restrictions/restrict.ts'
import { releaseTemporarily, restrictTemporarily } from '../../features/restrictions/restrict-temporarily.ts'
import { listViewers } from '../../features/watch/viewer-status.ts'
import { utcSecond, utcSecondOrNull, withDates } from '../../shared/dates.ts'
import { channelPictureUrl } from '../../shared/pictures/picture-urls.ts'
import type { Platform } from '../../services.ts'
import type { Visitor } from '../../shared/callers/visitor.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { recordSiteRead } from '../pipeline/site-role.ts'
import { moderatorOf, requireModeratedChannel } from './watcher.ts'

export const moderation: Handlers<typeof consoleApi.moderation> = {
  listManagers: async ({ caller }, { db }) => ({
    data: (await listChannelManagers(db.read, caller.channelId)).map(withDates),
  }),

  async listManagedChannels({ caller }, { addresses, db }) {
    const channels = await listManagedChannels(db.read, caller.channelId)
    return {
      data: channels.map(({ pictureId, liveTitle, openedAt, viewers, ...channel }) => ({
        ...channel,
        channelImageUrl: channelPictureUrl(pictureId, addresses),
        live: openedAt === null ? null : { liveTitle, openedDate: utcSecond(openedAt), viewers },
      })),
    }
  },

  async putManager({ caller: { channelId }, pathParams: { managerChannelId }, body: { userRole } }, deps) {
    await requireChannel('managerChannelId', managerChannelId, deps)
    await setManagerRole({ channelId, byChannelId: managerChannelId, userRole }, deps, 'managerChannelId')
  },

  async deleteManager({ caller: { channelId }, pathParams: { managerChannelId } }, deps) {
    await requireChannel('managerChannelId', managerChannelId, deps)
    await setManagerRole({ channelId, byChannelId: managerChannelId, userRole: null }, deps)
  },

  async listRestricted({ caller, pathParams: { channelId }, query }, deps) {
    await requireModeratedChannel(channelId, caller, deps)
    const { data, next } = await listAllRestricted(channelId, query, deps)
    const restrictors = await findRestrictors(channelId, data, deps)
    return {
      data: data.map((restricted, index) => ({
        restrictedChannelId: restricted.channelId,
        restrictedChannelName: restricted.channelName,
        createdDate: utcSecond(restricted.createdAt),
        releaseDate: utcSecondOrNull(restricted.releaseAt),
        restrictedBy: restrictors[index] ?? null,
      })),
      page: { next },
    }
  },

  async restrictTemporarily({ caller, pathParams, body: { seconds } }, deps) {
    await requireChannel('channelId', pathParams.channelId, deps)
    await restrictTemporarily({ ...pathParams, ...moderatorOf(caller, deps), seconds }, deps)
  },

  releaseTemporarily: moderated(releaseTemporarily),
  restrict: moderated(restrict),
  release: moderated(release),
  hideMessage: moderated(hideMessage),

  async clearChat({ caller, pathParams: { channelId } }, deps) {
    await requireChannel('channelId', channelId, deps)
    await clearChat({ channelId, moderatorChannelId: caller.channelId }, deps)
  },

  hideDonation: moderated(hideDonation),

  async listModerationLog({ caller, pathParams: { channelId }, query }, deps) {
    await requireModeratedChannel(channelId, caller, deps)
    return listModeration(channelId, query, deps)
  },

  async getChatter({ caller, pathParams: { channelId, targetChannelId } }, deps) {
    await requireChannel('channelId', channelId, deps)
    const siteRole = await roleToModerate(deps.db.read, channelId, moderatorOf(caller, deps))
    if (siteRole !== null)
      await recordSiteRead(consoleApi.moderation.getChatter, { pathParams: { channelId, targetChannelId } }, deps)
    const [chatter, history] = await Promise.all([
      getChatter(channelId, targetChannelId, deps),
      listModeration(channelId, { targetChannelId }, deps),
    ])
    return { ...chatter, history: history.data }
  },

  async listViewers({ caller, pathParams: { channelId } }, deps) {
    await requireModeratedChannel(channelId, caller, deps)
    return listViewers(channelId, deps)
  },

  async getBlockedWords({ caller, pathParams: { channelId } }, deps) {
    await requireModeratedChannel(channelId, caller, deps)
    return { words: await listBlockedWords(channelId, deps.db.read) }
  },

  async putBlockedWords({ caller, pathParams: { channelId }, body: { words } }, deps) {
    await requireChannel('channelId', channelId, deps)
    await updateBlockedWords({ channelId, moderatorChannelId: caller.channelId }, words, deps)
  },

  async getNotice({ pathParams: { channelId } }, deps) {
    await requireChannel('channelId', channelId, deps)
    const notice = await loadNotice(deps.db.read, channelId)
    return { notice: notice && { message: notice.content, createdDate: utcSecond(notice.createdAt) } }
  },

  async putNotice({ caller, pathParams: { channelId }, body }, deps) {
    await requireChannel('channelId', channelId, deps)
    await putNotice({ channelId, moderatorChannelId: caller.channelId }, body, deps)
  },

  async deleteNotice({ caller, pathParams: { channelId } }, deps) {
    await requireChannel('channelId', channelId, deps)
    await deleteNotice({ channelId, moderatorChannelId: caller.channelId }, deps)
  },
}

/** Handles an action of a moderator, or of somebody who runs the site, in a chat. */
function moderated<Target extends { channelId: string }>(
  act: (action: Target & Moderator, deps: Platform) => Promise<void>,
) {
  return async ({ caller, pathParams }: { caller: Visitor; pathParams: Target }, deps: Platform) => {
    await requireChannel('channelId', pathParams.channelId, deps)
    await act({ ...pathParams, ...moderatorOf(caller, deps) }, deps)
  }
}
