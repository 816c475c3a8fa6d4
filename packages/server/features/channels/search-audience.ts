import { limits } from '@onair/contract'
import { cutPage, decodeCursor } from '../../shared/list-cursor.ts'
import { compose } from '../../shared/text.ts'
import type { Deps } from '../../infra/deps.ts'
import { searchFollowerRows, searchSubscriberRows } from './audience-search-store.ts'

type Query = { name?: string; size?: number; next?: string }

/** Followers whose name contains the text, newest first. */
export async function searchFollowers(channelId: string, query: Query, { db }: Pick<Deps, 'db'>) {
  const { text, before, size } = parseQuery(query)
  return toPage(await searchFollowerRows(db.read, channelId, { text, before, limit: size + 1 }), size)
}

/** Subscribers whose name contains the text, newest first. */
export async function searchSubscribers(channelId: string, query: Query, { db }: Pick<Deps, 'db'>) {
  const { text, before, size } = parseQuery(query)
  return toPage(await searchSubscriberRows(db.read, channelId, { text, before, limit: size + 1 }), size)
}

function parseQuery({ name = '', size = limits.audienceSize, next = '' }: Query) {
  const before = next === '' ? Number.MAX_SAFE_INTEGER : Number(decodeCursor(next, /^([1-9]\d{0,15})$/)[0])
  return { text: compose(name), size, before }
}

/** Cuts the page from rows of which one more than a page was read. */
function toPage<Row extends { position: number }>(found: Row[], size: number) {
  const { page, next } = cutPage(found, size, ({ position }) => [position])
  return { data: page.map(({ position: _position, ...row }) => row), page: { next } }
}
