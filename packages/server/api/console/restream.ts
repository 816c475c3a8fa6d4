import type { consoleApi } from '@onair/contract'
import {
  createRestreamTarget,
  deleteRestreamTarget,
  listRestreamTargets,
  updateRestreamTarget,
} from '../../features/video/restream/restream-targets.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const restream: Handlers<typeof consoleApi.restream> = {
  async listRestreamTargets({ caller: { channelId } }, deps) {
    return listRestreamTargets(channelId, deps)
  },

  async createRestreamTarget({ caller: { channelId }, body }, deps) {
    return createRestreamTarget({ channelId, ...body }, deps)
  },

  async updateRestreamTarget({ caller: { channelId }, pathParams: { targetId }, body }, deps) {
    await updateRestreamTarget({ channelId, targetId, ...body }, deps)
    return null
  },

  async deleteRestreamTarget({ caller: { channelId }, pathParams: { targetId } }, deps) {
    await deleteRestreamTarget({ channelId, targetId }, deps)
    return null
  },
}
