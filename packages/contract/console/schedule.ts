import type { TSchema } from 'typebox'
import { consoleEndpoint, visitorEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { channelId, countedText, utcDate, uuid } from '../resources.ts'
import { Type } from '../type.ts'
import { watchProof } from '../watch-proof.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const day = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: 'The local day of the start, in the time zone of the entry',
})
const fields = {
  localStart: Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$',
    description: 'The start, of a weekly broadcast the first one, in `timeZone`: `2026-12-04T20:00`',
  }),
  timeZone: Type.String({ minLength: 1, maxLength: 64, description: 'IANA name, such as Asia/Seoul' }),
  isWeekly: Type.Boolean({ description: 'Whether it is repeated every week at the same local time' }),
  lengthMin: orNull(Type.Integer({ minimum: 1, maximum: limits.scheduledMinutes })),
}
const body = Type.Object({
  ...fields,
  title: countedText(limits.liveTitleLength, { minLength: 1, maxLength: limits.textCodeUnits }),
  categoryId: orNull(Type.String({ maxLength: 200 })),
})
const category = orNull(
  Type.Object({ categoryId: Type.String(), categoryValue: Type.String(), englishName: Type.String() }),
)
const occurrence = Type.Object({
  scheduleId: Type.String(),
  day,
  startsDate: utcDate,
  endsDate: orNull(utcDate),
  title: Type.String(),
  category,
  isCancelled: Type.Boolean(),
})
const occurrences = Type.Array(occurrence, {
  description: `Those that are not over, the next first: at most ${limits.listedOccurrences}, and weekly ones of ${limits.scheduledWeeks} weeks`,
})
const pathParams = Type.Object({ scheduleId: uuid })
const noSuchEntry = { notFound: 'no such entry of the caller' }
const forbidden = 'also when the site does not let the caller stream'

export const getOwnSchedule = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/schedule',
  summary: 'Get the broadcasts that the caller plans',
  content: Type.Object({
    data: Type.Array(Type.Object({ scheduleId: Type.String(), title: Type.String(), category, ...fields })),
    occurrences,
  }),
})

export const createScheduledLive = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/schedule',
  action: 'changeProfile',
  summary: `Plan a broadcast, once or weekly. A channel has up to ${limits.scheduledLives} entries`,
  body,
  errors: { forbidden, badInput: 'also when the channel has the maximum number of entries' },
  content: Type.Object({ scheduleId: Type.String() }),
})

export const updateScheduledLive = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/schedule/{scheduleId}',
  action: 'changeProfile',
  summary: 'Replace an entry of the schedule',
  pathParams,
  body,
  errors: { forbidden, ...noSuchEntry },
  content: Type.Null(),
})

export const deleteScheduledLive = consoleEndpoint({
  method: 'DELETE',
  path: '/console/v1/schedule/{scheduleId}',
  summary: 'Delete an entry of the schedule, with all its broadcasts',
  pathParams,
  errors: noSuchEntry,
  content: Type.Null(),
})

export const setOccurrence = consoleEndpoint({
  method: 'PUT',
  path: '/console/v1/schedule/{scheduleId}/days/{day}',
  action: 'changeProfile',
  summary: 'Cancel the broadcast of one day, or plan it again',
  pathParams: Type.Object({ scheduleId: uuid, day }),
  body: Type.Object({ isCancelled: Type.Boolean() }),
  errors: { notFound: 'no such entry of the caller, or none on that day' },
  content: Type.Null(),
})

export const getChannelSchedule = visitorEndpoint({
  method: 'GET',
  path: '/console/v1/channels/{channelId}/schedule',
  summary: 'Get the next broadcasts that a channel plans',
  pathParams: Type.Object({ channelId }),
  query: Type.Object({ watchProof }),
  errors: { forbidden: 'the viewer may not watch the channel', notFound: 'no such channel' },
  content: Type.Object({ occurrences }),
})
