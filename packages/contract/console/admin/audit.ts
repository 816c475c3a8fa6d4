import type { TSchema } from 'typebox'
import { stringMap, Type } from '../../type.ts'
import { auditActions } from '../../audit-actions.ts'
import { auditActorKinds } from '../../audit.ts'
import { adminEndpoint } from '../../endpoint.ts'
import { channelId, cursorList, utcDate } from '../../resources.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])

export const listAuditEntries = adminEndpoint({
  method: 'GET',
  path: '/console/v1/admin/audit',
  needsSiteRole: 'OPERATOR',
  scans: true,
  summary: 'List the entries of the audit log, newest first',
  query: Type.Object({
    action: Type.Optional(Type.Enum([...auditActions])),
    withoutReads: Type.Optional(Type.Boolean({ description: 'Whether entries `site.read` are left out' })),
    /** The account or channel concerned, or the person who acted. */
    channelId: Type.Optional(channelId),
    network: Type.Optional(Type.String({ minLength: 2, maxLength: 50 })),
    since: Type.Optional(utcDate),
    until: Type.Optional(utcDate),
    next: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
  }),
  content: cursorList(
    Type.Object({
      position: Type.Integer(),
      createdDate: utcDate,
      action: Type.Enum([...auditActions]),
      isAlarm: Type.Boolean({ description: 'Whether it points to stolen credentials' }),
      actorKind: Type.Enum([...auditActorKinds]),
      actorId: orNull(Type.String({ description: "A channel id, a client id, or the operator's name on the server" })),
      actorName: orNull(Type.String({ description: 'The person; null for others, and when the person is gone' })),
      channelId: orNull(channelId),
      channelName: orNull(Type.String()),
      clientId: orNull(Type.String()),
      appName: orNull(Type.String()),
      network: orNull(Type.String()),
      detail: stringMap(Type.Unknown()),
      /** How often it happened in this minute. */
      count: Type.Integer({ minimum: 1 }),
    }),
  ),
})
