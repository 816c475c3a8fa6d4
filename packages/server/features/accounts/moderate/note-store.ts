import type { Insertable } from 'kysely'
import type { Reader, Tx } from '../../../infra/db/db.ts'
import { countRows, hasChanged } from '../../../infra/db/results.ts'
import type { Tables } from '../../../infra/db/tables.ts'

/** The notes about a person, the newest first. */
export function findNotes(db: Reader, channelId: string) {
  return db
    .selectFrom('person_note')
    .leftJoin('channel', 'channel.id', 'author_channel_id')
    .where('person_note.channel_id', '=', channelId)
    .orderBy('person_note.created_at', 'desc')
    .orderBy('person_note.id', 'desc')
    .select([
      'person_note.id as noteId',
      'text',
      'author_channel_id as authorId',
      'channel.name as authorName',
      'person_note.created_at as createdAt',
    ])
    .execute()
}

export function countNotes(tx: Tx, channelId: string): Promise<number> {
  return tx.selectFrom('person_note').where('channel_id', '=', channelId).$call(countRows)
}

export async function insertNote(tx: Tx, note: Insertable<Tables['person_note']>): Promise<void> {
  await tx.insertInto('person_note').values(note).execute()
}

/** False when the author has no such note about the person; null for any author. */
export function deleteNoteRow(
  tx: Tx,
  { channelId, authorId, noteId }: { channelId: string; authorId: string | null; noteId: string },
): Promise<boolean> {
  const notes = tx.deleteFrom('person_note').where('id', '=', noteId).where('channel_id', '=', channelId)
  const own = authorId === null ? notes : notes.where('author_channel_id', '=', authorId)
  return own.$call(hasChanged)
}
