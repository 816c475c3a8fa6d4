import { limits } from '@onair/contract'
import { recordAudit } from '../../../shared/audit-store.ts'
import { errorReason, invalidField, Refusal } from '../../../shared/refusal.ts'
import { hasVisibleCharacter } from '../../../shared/text.ts'
import type { Deps } from '../../../infra/deps.ts'
import { countNotes, deleteNoteRow, insertNote } from './note-store.ts'
import { requireAccount } from '../require-account.ts'

/** Adds a note about a person for the people who run the site. `authorId`: null for the operator of the machine. Returns its id. */
export async function createNote(
  { channelId, authorId, text }: { channelId: string; authorId: string | null; text: string },
  { clock, db, random }: Pick<Deps, 'clock' | 'db' | 'random'>,
): Promise<string> {
  if (!hasVisibleCharacter(text)) throw invalidField('text', 'EMPTY')
  const now = clock.now()
  const id = random.uuid()
  await db.transaction(async (tx) => {
    await requireAccount(tx, channelId)
    if ((await countNotes(tx, channelId)) >= limits.personNotes)
      throw new Refusal('badInput', errorReason('TOO_MANY_NOTES', { most: limits.personNotes }))
    const note = { id, channel_id: channelId, author_channel_id: authorId, text: text.trim(), created_at: now }
    await insertNote(tx, note)
    await recordAudit(tx, now, { action: 'account.note_added', channelId, detail: { noteId: id } })
  })
  return id
}

/** Deletes a note of the author about a person; without an author, any note. */
export async function deleteNote(
  note: { channelId: string; authorId: string | null; noteId: string },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  const { channelId, noteId } = note
  await db.transaction(async (tx) => {
    if (!(await deleteNoteRow(tx, note))) throw new Refusal('notFound', 'NO_SUCH_NOTE')
    await recordAudit(tx, clock.now(), { action: 'account.note_deleted', channelId, detail: { noteId } })
  })
}
