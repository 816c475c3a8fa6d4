import { defaultSiteSettings } from '@onair/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'
import type { refusalToStream } from './live-rules.ts'

/** `request`: that of the person to stream, unless it was approved. */
type StreamerFacts = Parameters<typeof refusalToStream>[0] & {
  request: { text: string; isDeclined: boolean; answer: string | null } | null
}

const streamers = sql`coalesce(
  (select value #>> '{}' from site_setting where name = 'streamers'), ${defaultSiteSettings.streamers})`

/** Whether `refusalToStream` refuses nothing to the streamer of a channel. */
export const mayStream = (channelId: RawBuilder<unknown>) => sql<boolean>`(${streamers} = 'ALL'
  or ${streamers} = 'APPROVED' and exists (select from account where channel_id = ${channelId} and may_stream)
  or exists (select from site_role where channel_id = ${channelId} and role = 'OPERATOR'))`

/** Whom the site lets stream, and what counts for the streamer of a channel. */
export async function loadStreamerFacts(db: Reader, channelId: string): Promise<StreamerFacts> {
  const { rows } = await sql<StreamerFacts>`
    select ${streamers} as streamers,
      coalesce((select may_stream from account where channel_id = ${channelId}), false) as "mayStream",
      (select role from site_role where channel_id = ${channelId}) as "siteRole",
      (select json_build_object('text', text, 'isDeclined', declined_at is not null, 'answer', answer)
        from stream_request where channel_id = ${channelId}) as request`.execute(db)
  const [facts] = rows
  if (facts === undefined) throw new Error('a select without from has one row')
  return facts
}
