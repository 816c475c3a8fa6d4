import type { openApi } from '@onair/contract'
import { listRestricted } from '../../features/restrictions/list-restricted.ts'
import { release, restrict } from '../../features/restrictions/restrict.ts'
import {
  releaseTemporarily,
  requireChannelOfChat,
  restrictTemporarily,
} from '../../features/restrictions/restrict-temporarily.ts'
import { displayDate } from '../../shared/dates.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const restriction: Handlers<typeof openApi.restriction> = {
  /** A target that cannot be restricted is 400, as for temporary restrictions. Gap 53. */
  restrict: ({ caller: { channelId }, body: { targetChannelId } }, deps) =>
    restrict({ channelId, targetChannelId, moderatorChannelId: channelId }, deps),
  release: ({ caller: { channelId }, body: { targetChannelId } }, deps) =>
    release({ channelId, targetChannelId, moderatorChannelId: channelId }, deps),

  async listRestricted({ caller, parameters }, deps) {
    const { data, next } = await listRestricted(caller.channelId, parameters, deps)
    return {
      data: data.map(({ channelId, channelName, createdAt }) => ({
        restrictedChannelId: channelId,
        restrictedChannelName: channelName,
        createdDate: displayDate(createdAt, deps.config.displayZone),
        releaseDate: null,
      })),
      page: { next },
    }
  },

  async restrictTemporarily({ caller, body: { chatChannelId, targetChannelId } }, deps) {
    const channelId = await requireChannelOfChat(chatChannelId, deps.db.read)
    await restrictTemporarily({ channelId, targetChannelId, moderatorChannelId: caller.channelId }, deps)
  },

  async releaseTemporarily({ caller, body: { chatChannelId, targetChannelId } }, deps) {
    const channelId = await requireChannelOfChat(chatChannelId, deps.db.read)
    await releaseTemporarily({ channelId, targetChannelId, moderatorChannelId: caller.channelId }, deps)
  },
}
