import type { consoleApi } from '@onair/contract'
import {
  createRestreamTarget,
  deleteRestreamTarget,
  listRestreamTargets,
  updateRestreamTarget,
} from '../../features/video/restream/restream-targets.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const restream: Handlers<typeof consoleApi.restream> = {
  listRestreamTargets: ({ caller: { channelId } }, deps) => listRestreamTargets(channelId, deps),
  createRestreamTarget: ({ caller: { channelId }, body }, deps) => createRestreamTarget({ channelId, ...body }, deps),
  updateRestreamTarget: ({ caller: { channelId }, pathParams: { targetId }, body }, deps) =>
    updateRestreamTarget({ channelId, targetId, ...body }, deps),
  deleteRestreamTarget: ({ caller: { channelId }, pathParams: { targetId } }, deps) =>
    deleteRestreamTarget({ channelId, targetId }, deps),
}
