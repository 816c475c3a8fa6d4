import type { TSchema } from 'typebox'
import { adminEndpoint } from '../../endpoint.ts'
import { utcDate } from '../../resources.ts'
import { retentionKinds } from '../../retention.ts'
import { Type } from '../../type.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const count = Type.Integer({ minimum: 0 })

export const getRetention = adminEndpoint({
  method: 'GET',
  path: '/console/v1/admin/retention',
  needsSiteRole: 'OPERATOR',
  scans: true,
  summary: 'Get how long each kind of data is kept, and how much there is',
  content: Type.Object({
    data: Type.Array(
      Type.Object({
        kind: Type.Enum([...retentionKinds]),
        /** Null: not by days. */
        days: orNull(count),
        /** The settings that change it. */
        settings: Type.Array(Type.String()),
        rows: orNull(Type.Integer({ minimum: 0, description: 'As PostgreSQL estimates it; null: it is too few' })),
        bytes: Type.Integer({ minimum: 0, description: 'Of the database, with indexes' }),
        fileBytes: orNull(count),
        oldestDate: orNull(utcDate),
      }),
    ),
  }),
})
