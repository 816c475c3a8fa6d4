import type { TSchema } from 'typebox'
import { caseFileSubjects } from '../../case-files.ts'
import { adminEndpoint } from '../../endpoint.ts'
import { limits } from '../../limits.ts'
import { channelId, utcDate } from '../../resources.ts'
import { Type } from '../../type.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const pathParams = Type.Object({ channelId })
const caseNumber = Type.String({ minLength: 1, maxLength: 100 })
const reason = Type.String({ minLength: 1, maxLength: 200 })

/** A text of JSON lines, not an envelope. */
export const getCaseFile = adminEndpoint({
  method: 'GET',
  path: '/console/v1/admin/people/{channelId}/case-file',
  needsSiteRole: 'OPERATOR',
  needsRecentPassword: true,
  isSecret: true,
  copiesData: true,
  sendsLines: true,
  summary: 'Export what the site has of a person or a channel for a range of time, with a hash in the last line',
  pathParams,
  query: Type.Object({
    subject: Type.Enum([...caseFileSubjects]),
    since: utcDate,
    until: utcDate,
    caseNumber,
    reason,
  }),
  errors: { forbidden: 'also for the own account', notFound: 'no such person' },
  content: Type.Unsafe<AsyncIterable<string>>(Type.String()),
})

export const listHolds = adminEndpoint({
  method: 'GET',
  path: '/console/v1/admin/holds',
  needsSiteRole: 'OPERATOR',
  summary: `List the holds, at most ${limits.holds}, newest first`,
  content: Type.Object({
    data: Type.Array(
      Type.Object({
        channelId,
        channelName: orNull(Type.String({ description: 'Null: the account is deleted' })),
        caseNumber,
        reason,
        createdDate: utcDate,
        endDate: orNull(utcDate),
      }),
    ),
  }),
})

export const placeHold = adminEndpoint({
  method: 'PUT',
  path: '/console/v1/admin/holds/{channelId}',
  needsSiteRole: 'OPERATOR',
  needsRecentPassword: true,
  summary: 'Keep the data of a person and of the channel from deletion, or change the reason and the end of a hold',
  pathParams,
  body: Type.Object({
    caseNumber,
    reason,
    seconds: Type.Optional(
      Type.Integer({ minimum: 60, maximum: 3_660 * 86_400, description: 'Without: until it is lifted' }),
    ),
  }),
  errors: { forbidden: 'also for the own account', notFound: 'no such person' },
  content: Type.Null(),
})

export const liftHold = adminEndpoint({
  method: 'DELETE',
  path: '/console/v1/admin/holds/{channelId}',
  needsSiteRole: 'OPERATOR',
  needsRecentPassword: true,
  summary: 'Lift a hold; what only it kept is deleted',
  pathParams,
  query: Type.Object({ caseNumber }),
  errors: { forbidden: 'also for the own account', notFound: 'no such hold' },
  content: Type.Null(),
})
