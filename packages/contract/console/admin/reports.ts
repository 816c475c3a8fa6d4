import type { TSchema } from 'typebox'
import { stringMap, Type } from '../../type.ts'
import { adminEndpoint } from '../../endpoint.ts'
import { limits } from '../../limits.ts'
import { reportAssignees, reportDecisions, reportKinds, reportReasons, reportStates } from '../../reports.ts'
import { channelId, cursorList, sortOrders, utcDate } from '../../resources.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const count = Type.Integer({ minimum: 0 })
const reportId = Type.String({ pattern: '^[0-9a-f-]{36}$' })
const person = orNull(Type.Object({ channelId, channelName: Type.String() }))
const text = Type.String({ maxLength: limits.reportTextLength, default: '' })

/** The subject as the server saw it at the first report. Fields of other kinds are null. */
const snapshot = Type.Object({
  /** The sender, the channel or the application. */
  name: Type.String(),
  channelName: orNull(Type.String()),
  content: orNull(Type.String({ description: 'The message' })),
  emojis: stringMap(Type.String(), { description: 'Image addresses of its emoticons, by id' }),
  sentDate: orNull(utcDate),
  liveId: orNull(Type.Integer()),
  liveTitle: orNull(Type.String()),
  categoryName: orNull(Type.String()),
  redirectHost: orNull(Type.String()),
})

const report = {
  reportId,
  kind: Type.Enum([...reportKinds]),
  subjectId: Type.String({ description: 'The id of the message, the channel or the application' }),
  channelId: orNull(channelId),
  personId: orNull(Type.String({ description: 'The sender, the streamer, or the owner of the application' })),
  snapshot,
  word: orNull(Type.String({ description: 'The word of the site for which a message is here' })),
  /** How many people reported the subject, but those whose accounts were deleted. */
  reports: Type.Integer({ minimum: 0 }),
  reasons: Type.Array(Type.Enum([...reportReasons])),
  reportedDate: utcDate,
  assignee: person,
  decision: orNull(Type.Enum([...reportDecisions])),
  decidedDate: orNull(utcDate),
}

const notFound = 'no such report, or it is about the caller'

export const listReports = adminEndpoint({
  method: 'GET',
  path: '/console/v1/admin/reports',
  needsSiteRole: 'MODERATOR',
  scans: true,
  summary: 'List what people reported about others than the caller, of each subject once',
  query: Type.Object({
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'Any part of a name, the title or the message in the snapshot, or the id of the subject, of its channel, of its person or of one who reported it',
      }),
    ),
    state: Type.Optional(Type.Enum([...reportStates], { default: 'OPEN' })),
    kind: Type.Optional(Type.Enum([...reportKinds])),
    assignee: Type.Optional(Type.Enum([...reportAssignees])),
    sort: Type.Optional(Type.Enum([...sortOrders], { default: 'oldest', description: 'By the first report' })),
    next: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
  }),
  content: cursorList(Type.Object(report)),
})

export const countOpenReports = adminEndpoint({
  method: 'GET',
  path: '/console/v1/admin/open-reports',
  needsSiteRole: 'MODERATOR',
  isNumbers: true,
  summary: 'Count the subjects whose reports, and the organizations and people whose requests wait for a decision',
  content: Type.Object({
    openReports: count,
    organizationRequests: count,
    /** Who wait for the approval of the account or ask to stream. */
    people: count,
  }),
})

export const getReport = adminEndpoint({
  method: 'GET',
  path: '/console/v1/admin/reports/{reportId}',
  needsSiteRole: 'MODERATOR',
  summary: 'Get what people reported about one subject',
  pathParams: Type.Object({ reportId }),
  errors: { notFound },
  content: Type.Object({
    ...report,
    isHidden: Type.Boolean({ description: 'Whether it is a message that is hidden, or that is no longer kept' }),
    reporters: Type.Array(
      Type.Object({
        channelId,
        channelName: Type.String(),
        reason: Type.Enum([...reportReasons]),
        text: Type.String(),
        createdDate: utcDate,
      }),
      { maxItems: limits.reportsPerSubject },
    ),
    decidedBy: person,
    note: orNull(Type.String()),
    answer: orNull(Type.String()),
  }),
})

export const putReportAssignee = adminEndpoint({
  method: 'PUT',
  path: '/console/v1/admin/reports/{reportId}/assignee',
  needsSiteRole: 'MODERATOR',
  summary: 'Take an open report that nobody has, or release it',
  pathParams: Type.Object({ reportId }),
  body: Type.Object({ isTaken: Type.Boolean() }),
  errors: { notFound },
  content: Type.Null(),
})

export const putReportDecision = adminEndpoint({
  method: 'PUT',
  path: '/console/v1/admin/reports/{reportId}/decision',
  needsSiteRole: 'MODERATOR',
  summary: 'Decide all open reports about a subject, and answer those who sent them',
  pathParams: Type.Object({ reportId }),
  body: Type.Object({
    decision: Type.Enum([...reportDecisions]),
    /** For the colleagues. */
    note: Type.Optional(text),
    /** For those who reported. */
    answer: Type.Optional(text),
  }),
  errors: { notFound },
  content: Type.Null(),
})
