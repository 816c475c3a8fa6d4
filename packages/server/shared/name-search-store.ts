import { sql, type RawBuilder } from 'kysely'

/** Whether a channel's name has the text. An empty text is in every name, and has no parts to search the index for. */
export const hasText = (text: string) =>
  text === ''
    ? sql<boolean>`true`
    : sql<boolean>`name_parts(channel.name) @> name_parts(${text}) and strpos(lower(channel.name), lower(${text})) > 0`

/** Whether a channel's name has the text, or its id equals it. */
export const hasTextOrId = (text: string) => sql<boolean>`(${hasText(text)} or channel.id = ${text})`

/** Applies `hasTextOrId` to the existing channel with this id. It reads one row by its key, whatever the text. */
export const isOfChannel = (channelId: RawBuilder<unknown>, text: string) =>
  sql<boolean>`(
    select strpos(lower(name), lower(${text})) > 0 or id = ${text} from channel where id = ${channelId} and ended_at is null)`
