import { consoleModeration } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { defineHandler } from '../../shared/handler.ts'
import { requireChannel } from '../channels/require-channel.ts'
import { setManagerRole } from '../channels/set-manager-role.ts'
import { listChannelManagers } from '../channels/manager-store.ts'
import { hideMessage } from '../chat/hide-message.ts'
import { requireModerator } from '../chat/require-moderator.ts'
import { loadNotice } from '../chat/notice-store.ts'
import { registerNotice, removeNotice } from '../chat/notice.ts'
import { listRestrictedUsers } from '../restrictions/list-restricted.ts'
import { releaseUser, restrictUser } from '../restrictions/restrict.ts'
import { restrictUserTemporarily, releaseUserTemporarily } from '../restrictions/temporary-restrict.ts'

export const listManagers = defineHandler(consoleModeration.listManagers, async ({ caller }, { db }) => ({
  data: (await listChannelManagers(db.read, caller.channelId)).map((row) => ({
    managerChannelId: row.id,
    managerChannelName: row.name,
    userRole: row.user_role,
    createdDate: utcSecond(row.created_at),
  })),
}))

export const putManager = defineHandler(consoleModeration.putManager, async ({ caller, pathParams, body }, deps) => {
  await requireChannel('managerChannelId', pathParams.managerChannelId, deps)
  const { channelId } = caller
  await setManagerRole(
    { channelId, byChannelId: pathParams.managerChannelId, userRole: body.userRole },
    deps,
    'managerChannelId',
  )
  return null
})

export const removeManager = defineHandler(consoleModeration.deleteManager, async ({ caller, pathParams }, deps) => {
  await requireChannel('managerChannelId', pathParams.managerChannelId, deps)
  await setManagerRole({ channelId: caller.channelId, byChannelId: pathParams.managerChannelId, userRole: null }, deps)
  return null
})

export const listRestrictedIn = defineHandler(
  consoleModeration.listRestricted,
  async ({ caller, pathParams, query }, deps) => {
    await requireChannel('channelId', pathParams.channelId, deps)
    await requireModerator(deps.db.read, pathParams.channelId, caller.channelId)
    const { data, next } = await listRestrictedUsers(pathParams.channelId, query, deps)
    return {
      data: data.map(({ channelId, channelName, createdAt }) => ({
        restrictedChannelId: channelId,
        restrictedChannelName: channelName,
        createdDate: utcSecond(createdAt),
      })),
      page: { next },
    }
  },
)

export const restrictTemporarilyInChat = defineHandler(
  consoleModeration.restrictTemporarily,
  async ({ caller, pathParams }, deps) => {
    await requireChannel('channelId', pathParams.channelId, deps)
    await restrictUserTemporarily({ ...pathParams, by: caller.channelId }, deps)
    return null
  },
)

export const releaseTemporarilyInChat = defineHandler(
  consoleModeration.releaseTemporarily,
  async ({ caller, pathParams }, deps) => {
    await requireChannel('channelId', pathParams.channelId, deps)
    await releaseUserTemporarily({ ...pathParams, by: caller.channelId }, deps)
    return null
  },
)

export const restrictInChannel = defineHandler(consoleModeration.restrict, async ({ caller, pathParams }, deps) => {
  await requireChannel('channelId', pathParams.channelId, deps)
  await restrictUser({ ...pathParams, by: caller.channelId }, deps)
  return null
})

export const releaseInChannel = defineHandler(consoleModeration.release, async ({ caller, pathParams }, deps) => {
  await requireChannel('channelId', pathParams.channelId, deps)
  await releaseUser({ ...pathParams, by: caller.channelId }, deps)
  return null
})

export const hideMessageInChat = defineHandler(consoleModeration.hideMessage, async ({ caller, pathParams }, deps) => {
  await requireChannel('channelId', pathParams.channelId, deps)
  await hideMessage({ ...pathParams, by: caller.channelId }, deps)
  return null
})

export const readNotice = defineHandler(consoleModeration.getNotice, async ({ pathParams: { channelId } }, deps) => {
  await requireChannel('channelId', channelId, deps)
  const notice = await loadNotice(deps.db.read, channelId)
  return { notice: notice && { message: notice.content, createdDate: utcSecond(notice.createdAt) } }
})

export const putNoticeInChat = defineHandler(
  consoleModeration.putNotice,
  async ({ caller, pathParams, body }, deps) => {
    await requireChannel('channelId', pathParams.channelId, deps)
    await registerNotice({ ...pathParams, by: caller.channelId }, body, deps)
    return null
  },
)

export const removeNoticeInChat = defineHandler(
  consoleModeration.deleteNotice,
  async ({ caller, pathParams }, deps) => {
    await requireChannel('channelId', pathParams.channelId, deps)
    await removeNotice({ ...pathParams, by: caller.channelId }, deps)
    return null
  },
)
