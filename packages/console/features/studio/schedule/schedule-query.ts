import { queryOptions } from '@tanstack/react-query'
import { consoleApi, type ContentOf } from '@onair/contract'
import { api } from '../../../lib/api.ts'

export type Schedule = ContentOf<typeof consoleApi.schedule.getOwnSchedule>

export type Occurrence = Schedule['occurrences'][number]

export const scheduleQuery = queryOptions({
  queryKey: ['studio', 'schedule'],
  queryFn: () => api(consoleApi.schedule.getOwnSchedule),
})
