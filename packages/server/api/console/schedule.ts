import type { consoleApi } from '@onair/contract'
import {
  createScheduledLive,
  deleteScheduledLive,
  getOwnSchedule,
  listPlannedLives,
  setOccurrence,
  updateScheduledLive,
} from '../../features/lives/schedule/schedule.ts'
import { requireChannelAccess } from '../../shared/watch/check-watch.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { watcherOf } from './watcher.ts'

export const schedule: Handlers<typeof consoleApi.schedule> = {
  async getOwnSchedule({ caller }, deps) {
    return getOwnSchedule(caller.channelId, deps)
  },

  async createScheduledLive({ caller: { channelId }, body }, deps) {
    return createScheduledLive({ channelId, ...body }, deps)
  },

  async updateScheduledLive({ caller: { channelId }, pathParams: { scheduleId }, body }, deps) {
    await updateScheduledLive({ channelId, scheduleId, ...body }, deps)
    return null
  },

  async deleteScheduledLive({ caller: { channelId }, pathParams: { scheduleId } }, deps) {
    await deleteScheduledLive({ channelId, scheduleId }, deps)
    return null
  },

  async setOccurrence({ caller: { channelId }, pathParams: { scheduleId, day }, body: { isCancelled } }, deps) {
    await setOccurrence({ channelId, scheduleId, day, isCancelled }, deps)
    return null
  },

  async getChannelSchedule({ caller: { visitor }, pathParams: { channelId }, query }, deps) {
    await requireChannelAccess(channelId, watcherOf(visitor, query, deps), deps)
    return { occurrences: await listPlannedLives(channelId, deps) }
  },
}
