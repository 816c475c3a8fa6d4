import { sql } from 'kysely'
import type { Reader } from '../../../infra/db/db.ts'
import { isPublicLive } from '../../../shared/watch/public-store.ts'

/**
 * The channels whose live a process receives and whose picture is old, or missing. A page sends one each minute: it gets
 * another half a minute. The test picture stands still while nobody watches: it is enough that there is one.
 */
export async function findUnpictured(db: Reader, owner: string): Promise<string[]> {
  const { rows } = await sql<{ channelId: string }>`
    select live.channel_id as "channelId"
    from live_video join live on live.id = live_video.live_id
    left join live_picture on live_picture.live_id = live.id
    left join live_setting on live_setting.channel_id = live.channel_id
    where live_video.owner = ${owner} and live_video.state = 'live' and live.closed_at is null
      and ${isPublicLive}
      and (live_picture.live_id is null or live_picture.taken_at_db < clock_timestamp() -
        case live_video.source when 'encoder' then interval '55 s' when 'page' then interval '90 s' else interval '4 min' end)
    order by live_picture.taken_at_db nulls first, live.id`.execute(db)
  return rows.map(({ channelId }) => channelId)
}
