import { limits, type ContentOf, type QueryOf, type sandboxApi } from '@onair/contract'
import { cutPage, decodeCursor } from '../../shared/list-cursor.ts'
import type { Deps } from '../../infra/deps.ts'
import { searchPeople, type PersonCursor } from './account-store.ts'

/** A page of the people, newest first, or of those whose name contains a text. */
export async function listPeople(
  { name = '', size = limits.sandboxListSize, next }: QueryOf<typeof sandboxApi.people.listPeople>,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof sandboxApi.people.listPeople>> {
  const after = next === undefined ? null : parseCursor(next)
  const found = await searchPeople(db.read, name, { after, limit: size + 1 })
  const { page, next: following } = cutPage(found, size, ({ createdAt, channelId }) => [createdAt, channelId])
  return { data: page.map(({ channelId, channelName }) => ({ channelId, channelName })), page: { next: following } }
}

function parseCursor(next: string): PersonCursor {
  const [createdAt, channelId = ''] = decodeCursor(next, /^(\d{1,15}) ([0-9a-f]{32})$/)
  return { createdAt: Number(createdAt), channelId }
}
