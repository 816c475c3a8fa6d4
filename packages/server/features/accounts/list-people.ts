import { limits, type ContentOf, type QueryOf, type sandboxApi } from '@onair/contract'
import { cutTimePage, decodeTimeCursor } from '../../shared/list-cursor.ts'
import type { Deps } from '../../infra/deps.ts'
import { searchPeople } from './account-store.ts'

/** A page of the people, newest first, or of those whose name contains a text. */
export async function listPeople(
  { name = '', size = limits.sandboxListSize, next }: QueryOf<typeof sandboxApi.people.listPeople>,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof sandboxApi.people.listPeople>> {
  const found = await searchPeople(db.read, name, { after: decodeTimeCursor(next), limit: size + 1 })
  const { page, next: following } = cutTimePage(found, size)
  return { data: page.map(({ channelId, channelName }) => ({ channelId, channelName })), page: { next: following } }
}
