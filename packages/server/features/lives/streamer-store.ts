import { defaultSiteSettings } from '@onair/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { hasChanged } from '../../infra/db/results.ts'
import type { refusalToStream } from './live-rules.ts'
import { lockSetting, updateSetting } from './setting-store.ts'

/** `request`: that of the person to stream, unless it was approved. */
type StreamerFacts = Parameters<typeof refusalToStream>[0] & {
  blockReason: string | null
  request: { text: string; isDeclined: boolean; answer: string | null } | null
}

const streamers = sql`coalesce(
  (select value #>> '{}' from site_setting where name = 'streamers'), ${defaultSiteSettings.streamers})`

/** Whether the site lets the streamer of a channel stream, apart from a block. */
export const mayStream = (channelId: RawBuilder<unknown>) => sql<boolean>`(${streamers} = 'ALL'
  or ${streamers} = 'APPROVED' and exists (select from account where channel_id = ${channelId} and may_stream)
  or exists (select from site_role where channel_id = ${channelId} and role = 'OPERATOR'))`

/** Whom the site lets stream, and what counts for the streamer of a channel. */
export async function loadStreamerFacts(db: Reader, channelId: string, now: number): Promise<StreamerFacts> {
  const { rows } = await sql<StreamerFacts>`
    select ${streamers} as streamers,
      coalesce((select may_stream from account where channel_id = ${channelId}), false) as "mayStream",
      (select role from site_role where channel_id = ${channelId}) as "siteRole",
      block_reason as "blockReason", block_ends_at as "blockEndsAt",
      (select json_build_object('text', text, 'isDeclined', declined_at is not null, 'answer', answer)
        from stream_request where channel_id = ${channelId}) as request
    from (select) as one left join live_setting on channel_id = ${channelId} and block_reason is not null
      and (block_ends_at is null or block_ends_at > ${now})`.execute(db)
  const [facts] = rows
  if (facts === undefined) throw new Error('the join has one row')
  return facts
}

/** Keeps a streamer from going live until a time, or until it is lifted. */
export async function blockStreaming(
  tx: Tx,
  channelId: string,
  { reason, endsAt }: { reason: string; endsAt: number | null },
): Promise<void> {
  await lockSetting(tx, channelId)
  await updateSetting(tx, channelId, { block_reason: reason, block_ends_at: endsAt })
}

/** False when the streamer is not blocked. */
export function liftStreamingBlock(tx: Tx, channelId: string, now: number): Promise<boolean> {
  return tx
    .updateTable('live_setting')
    .set({ block_reason: null, block_ends_at: null })
    .where('channel_id', '=', channelId)
    .where('block_reason', 'is not', null)
    .where((where) => where.or([where('block_ends_at', 'is', null), where('block_ends_at', '>', now)]))
    .$call(hasChanged)
}
