import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'
import {
  emoticonKey,
  otherNamesIn,
  type ChannelEmoticon,
  type ChannelEmoticons,
  type ChannelText,
} from './emoticons.ts'

const none: ChannelEmoticons = new Map()

/** The emoticons of channels that texts name. Most texts name none, which costs no query. */
export async function loadEmoticons(db: Reader, texts: readonly ChannelText[]): Promise<ChannelEmoticons> {
  const named = texts.flatMap(({ channelId, content }) => otherNamesIn(content).map((name) => ({ channelId, name })))
  if (named.length === 0) return none
  const { rows } = await sql<ChannelEmoticon>`
    select channel_id as "channelId", id, name, months from channel_upload
    where kind = 'emoticon' and (channel_id, name) in (select * from unnest(
      ${named.map(({ channelId }) => channelId)}::text[], ${named.map(({ name }) => name)}::text[]))`.execute(db)
  return new Map(rows.map((row) => [emoticonKey(row.channelId, row.name), row]))
}
