import type { Audience } from '@onair/contract'
import { sql, type RawBuilder } from 'kysely'

/** The rule of a channel that is private, or `EVERYBODY`. */
export const privateAudienceOf = (channelId: RawBuilder<unknown>) => sql<Audience>`coalesce((
    select audience from live_setting where channel_id = ${channelId} and audience not in ('EVERYBODY', 'UNLISTED')
  ), 'EVERYBODY')`

/** Whether everybody may see the video of a live, whose settings are joined if it has any: no one is asked for the age or more. */
export const isPublicLive = sql<boolean>`(
  not coalesce(live_setting.adult, false) and coalesce(live_setting.audience, 'EVERYBODY') in ('EVERYBODY', 'UNLISTED'))`

/** Whether everybody may see a recording or a clip: neither its live nor its channel now is private, and it is not for adults. */
export function isPublicStored(stored: 'recording' | 'clip'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${stored}.${name}`)
  return sql<boolean>`(not ${column('is_limited')} and ${column('audience')} = 'EVERYBODY'
    and ${privateAudienceOf(column('channel_id'))} = 'EVERYBODY')`
}
