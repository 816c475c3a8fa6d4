import type { TSchema } from 'typebox'
import { Type } from '../../type.ts'
import { audiences } from '../../audiences.ts'
import { adminEndpoint } from '../../endpoint.ts'
import { channelId, liveSorts, pagedList, utcDate } from '../../resources.ts'
import { liveMeasures, liveSources, streamingBlocks } from '../../site-roles.ts'

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])

export const listSiteLives = adminEndpoint({
  method: 'GET',
  path: '/console/v1/admin/lives',
  needsSiteRole: 'MODERATOR',
  scans: true,
  summary: 'List the lives of the site, private ones too, most viewers or newest first',
  query: Type.Object({
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Any part of the title, a tag, or the name of the channel or the category; or the channel id',
      }),
    ),
    sort: Type.Optional(Type.Enum([...liveSorts], { default: 'VIEWERS' })),
    page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
  }),
  content: pagedList(
    Type.Object({
      liveId: Type.Integer(),
      channelId,
      channelName: Type.String(),
      title: orNull(Type.String({ description: 'Null: the channel has not chosen one' })),
      category: orNull(Type.Object({ categoryValue: Type.String(), englishName: Type.String() })),
      viewers: Type.Integer({ minimum: 0 }),
      openedDate: utcDate,
      thumbnailUrl: Type.String({ description: 'The picture in the lists of the site, with the literal `{type}`' }),
      source: orNull(Type.Enum([...liveSources], { description: 'Null: no video' })),
      audience: Type.Enum([...audiences]),
      adult: Type.Boolean(),
      adultBySite: Type.Boolean({ description: 'Whether the site has set the age limit' }),
    }),
  ),
})

export const moderateLive = adminEndpoint({
  method: 'POST',
  path: '/console/v1/admin/people/{channelId}/live/measures',
  needsSiteRole: 'MODERATOR',
  needsRecentPassword: true,
  summary:
    "End a person's live and cut its encoder, which cannot come back because the stream key is replaced; or set or remove its age limit, or remove its title or its picture, or lift a block",
  pathParams: Type.Object({ channelId }),
  body: Type.Object({
    measure: Type.Enum([...liveMeasures]),
    reason: Type.String({ minLength: 1, maxLength: 200, description: 'Which the streamer reads too' }),
    block: Type.Optional(
      Type.Enum([...streamingBlocks], {
        default: 'NONE',
        description: 'For how long the person may not go live; with END only',
      }),
    ),
  }),
  errors: { notFound: 'not live, or not blocked' },
  content: Type.Null(),
})
