import type { TSchema } from 'typebox'
import { Type } from '../type.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { reportDecisions, reportKinds, reportReasons } from '../reports.ts'
import { channelId, utcDate } from '../resources.ts'

const clientId = Type.String({ minLength: 1, maxLength: 100, description: 'For an application' })
const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])

export const createReport = consoleEndpoint({
  method: 'POST',
  path: '/console/v1/reports',
  action: 'report',
  summary: 'Report a message, a channel or an application to the people who run the site',
  body: Type.Object({
    kind: Type.Enum([...reportKinds]),
    channelId: Type.Optional(channelId),
    messageId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'For a message, with `channelId`' }),
    ),
    clientId: Type.Optional(clientId),
    reason: Type.Enum([...reportReasons]),
    text: Type.Optional(Type.String({ maxLength: limits.reportTextLength, default: '' })),
  }),
  errors: { notFound: 'no such message, channel or application' },
  content: Type.Null(),
})

export const getReportableApp = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/reports/apps/{clientId}',
  summary: 'Get what a person sees of an application before they report it',
  pathParams: Type.Object({ clientId }),
  errors: { notFound: 'no such application' },
  content: Type.Object({
    name: Type.String(),
    redirectHost: orNull(Type.String({ description: 'Where its consent page leads; null for a scheme of its own' })),
  }),
})

export const listOwnReports = consoleEndpoint({
  method: 'GET',
  path: '/console/v1/reports',
  summary: 'List the latest reports of the caller with their answers, newest first',
  content: Type.Object({
    data: Type.Array(
      Type.Object({
        reportId: Type.String(),
        kind: Type.Enum([...reportKinds]),
        reason: Type.Enum([...reportReasons]),
        /** The channel, the sender or the application, by the name that it had. */
        subjectName: Type.String(),
        createdDate: utcDate,
        decision: orNull(Type.Enum([...reportDecisions])),
        decidedDate: orNull(utcDate),
        answer: orNull(Type.String()),
      }),
      { maxItems: limits.ownReports },
    ),
  }),
})
