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
  getOwnSchedule: ({ caller }, deps) => getOwnSchedule(caller.channelId, deps),
  createScheduledLive: ({ caller: { channelId }, body }, deps) => createScheduledLive({ channelId, ...body }, deps),
  updateScheduledLive: ({ caller: { channelId }, pathParams: { scheduleId }, body }, deps) =>
    updateScheduledLive({ channelId, scheduleId, ...body }, deps),
  deleteScheduledLive: ({ caller: { channelId }, pathParams: { scheduleId } }, deps) =>
    deleteScheduledLive({ channelId, scheduleId }, deps),
  setOccurrence: ({ caller: { channelId }, pathParams: { scheduleId, day }, body: { isCancelled } }, deps) =>
    setOccurrence({ channelId, scheduleId, day, isCancelled }, deps),

  async getChannelSchedule({ caller: { visitor }, pathParams: { channelId }, query }, deps) {
    await requireChannelAccess(channelId, watcherOf(visitor, query, deps), deps)
    return { occurrences: await listPlannedLives(channelId, deps) }
  },
}
