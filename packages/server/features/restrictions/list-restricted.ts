import { limits } from '@onair/contract'
import { cutTimePage, decodeTimeCursor, type TimeCursor } from '../../shared/list-cursor.ts'
import { compose } from '../../shared/text.ts'
import type { Deps } from '../../infra/deps.ts'
import { findRestricted, findTemporarilyRestricted } from './restriction-store.ts'

type Page = { next?: string; size?: number }

/** Lists the viewers of a channel who are restricted until released, from a cursor. */
export async function listRestricted(channelId: string, query: Page, { db }: Pick<Deps, 'db'>) {
  const { after, size } = parsePage(query)
  return toPage(await findRestricted(db.read, channelId, { after, size: size + 1 }), size)
}

/** Lists the viewers of a channel who are restricted now, with and without an end, from a cursor. */
export async function listAllRestricted(
  channelId: string,
  { name = '', ...query }: Page & { name?: string },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
) {
  const { after, size } = parsePage(query)
  const page = { after, size: size + 1, text: compose(name) }
  const [permanent, temporary] = await Promise.all([
    findRestricted(db.read, channelId, page),
    findTemporarilyRestricted(db.read, channelId, { ...page, now: clock.now() }),
  ])
  const found = [...permanent.map((row) => ({ ...row, releaseAt: null })), ...temporary]
  return toPage(found.toSorted(newestFirst), size)
}

function newestFirst(a: TimeCursor, b: TimeCursor): number {
  return b.createdAt - a.createdAt || (a.channelId < b.channelId ? 1 : -1)
}

function parsePage({ next, size = limits.restrictionListSize }: Page) {
  return { after: decodeTimeCursor(next === '' ? undefined : next), size }
}

function toPage<Row extends TimeCursor>(found: Row[], size: number) {
  const { page: data, next } = cutTimePage(found, size)
  return { data, next }
}
