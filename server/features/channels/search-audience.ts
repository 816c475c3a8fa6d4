import { limits } from '@onair/contract'
import { reasonForField, Refusal } from '../../shared/refusal.ts'
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
  return { text: name.normalize('NFC'), size, before: next === '' ? Number.MAX_SAFE_INTEGER : decodeCursor(next) }
}

/** One row more than the page was read: it says whether there is a next page. */
function toPage<Row extends { position: number }>(rows: Row[], size: number) {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { rows: page, next: rows.length > size && last ? encodeCursor(last.position) : null }
}

const encodeCursor = (position: number) => Buffer.from(String(position)).toString('base64url')

function decodeCursor(next: string): number {
  const text = Buffer.from(next, 'base64url').toString()
  const position = Number(text)
  if (!/^[1-9]\d{0,15}$/.test(text) || !Number.isSafeInteger(position) || encodeCursor(position) !== next)
    throw new Refusal('badInput', reasonForField('next', 'INVALID_CURSOR'))
  return position
}
