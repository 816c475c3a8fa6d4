import { sql } from 'kysely'

/** Whether a channel's name has the text. An empty text is in every name, and has no parts to search the index for. */
export const hasText = (text: string) =>
  text === ''
    ? sql<boolean>`true`
    : sql<boolean>`name_parts(channel.name) @> name_parts(${text}) and strpos(lower(channel.name), lower(${text})) > 0`

/** Whether a channel's name has the text, or its id equals it. */
export const hasTextOrId = (text: string) => sql<boolean>`(${hasText(text)} or channel.id = ${text})`
