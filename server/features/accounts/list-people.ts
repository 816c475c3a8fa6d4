import { limits, type ContentOf, type QueryOf, type sandboxApi } from '@onair/contract'
import { invalidField } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { searchPeople, type PersonCursor } from './account-store.ts'

/** A page of the people, newest first, or of those whose name contains a text. */
export async function listPeople(
  { name = '', size = limits.sandboxListSize, next }: QueryOf<typeof sandboxApi.people.listPeople>,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof sandboxApi.people.listPeople>> {
  const after = next === undefined ? null : decodeCursor(next)
  const found = await searchPeople(db.read, name, { after, limit: size + 1 })
  const page = found.slice(0, size)
  const last = found.length > size ? page.at(-1) : undefined
  return {
    data: page.map(({ channelId, channelName }) => ({ channelId, channelName })),
    page: { next: last === undefined ? null : encodeCursor(last) },
  }
}

function encodeCursor({ createdAt, channelId }: PersonCursor): string {
  return Buffer.from(`${createdAt} ${channelId}`).toString('base64url')
}

function decodeCursor(next: string): PersonCursor {
  const [, createdAt, channelId] = /^(\d{1,15}) ([0-9a-f]{32})$/.exec(Buffer.from(next, 'base64url').toString()) ?? []
  if (createdAt === undefined || channelId === undefined) throw invalidField('next', 'INVALID_CURSOR')
  return { createdAt: Number(createdAt), channelId }
}
