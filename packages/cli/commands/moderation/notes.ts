import { account, adminCommand, ofPerson } from '../data/admin-command.ts'
import { resolveAccount } from '../data/open-data.ts'

export const addNote = adminCommand({
  name: 'note add',
  summary: 'Add a note about a person for the people who run the site; onair account show lists them',
  endpoint: 'createNote',
  positionals: { account, text: { placeholder: '<text>', isRequired: true } },
  input: async ({ text, ...args }, deps) => ({ ...(await ofPerson(args, deps)), body: { text } }),
  async run({ pathParams: { channelId }, body: { text } }, deps) {
    const { createNote } = await import('@onair/server/features/accounts/moderate/notes.ts')
    return { noteId: await createNote({ channelId, authorId: null, text }, deps) }
  },
  text: ({ noteId }) => `Note ${noteId} is added.`,
})

export const deleteNote = adminCommand({
  name: 'note delete',
  summary: 'Delete a note about a person',
  endpoint: 'deleteNote',
  positionals: { account, noteId: { placeholder: '<note id>', isRequired: true } },
  input: async ({ account, noteId }, deps) => ({
    pathParams: { channelId: await resolveAccount(account, deps), noteId },
  }),
  async run({ pathParams: { channelId, noteId } }, deps) {
    const { deleteNote: remove } = await import('@onair/server/features/accounts/moderate/notes.ts')
    await remove({ channelId, authorId: null, noteId }, deps)
    return null
  },
  text: (_content, { pathParams: { noteId } }) => `Note ${noteId} is deleted.`,
})
