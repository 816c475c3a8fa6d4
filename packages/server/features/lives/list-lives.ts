import { limits, type live, type ContentOf, type QueryOf } from '@onair/contract'
import { displayDate, utcSecond } from '../../shared/dates.ts'
import { seal, unseal } from '../../shared/secrets.ts'
import type { Deps } from '../../infra/deps.ts'
import { displayTitle } from './live-rules.ts'
import { currentOrder, readOrder } from './live-order.ts'
import type { OrderedLive } from './live-page-store.ts'
import { thumbnailUrl } from './thumbnail.ts'

type ListDeps = Pick<Deps, 'addresses' | 'config' | 'db' | 'programKey' | 'random'>

/** Lists broadcasts from the start or from `next`. Null if `next` is forged or expired. */
export function listLives(
  query: QueryOf<typeof live.listLives>,
  deps: ListDeps,
): Promise<ContentOf<typeof live.listLives> | null> {
  return listRows(query, deps, (row) => toLiveItem(row, deps))
}

/** The same for the pages, with the category in both languages. */
export function listLivesForPages(query: QueryOf<typeof live.listLives>, deps: ListDeps) {
  return listRows(query, deps, (row) => toPageLive(row, deps))
}

/** A broadcast with its category in both languages and its start in UTC. */
export function toPageLive(row: OrderedLive, deps: Pick<Deps, 'addresses' | 'config'>) {
  return {
    ...toLiveItem(row, deps),
    liveTitle: row.chosenTitle,
    liveCategoryEnglishName: row.categoryEnglishName,
    openedDate: utcSecond(row.openedAt),
  }
}

async function listRows<Item>(
  { size = limits.liveListSize, next }: QueryOf<typeof live.listLives>,
  deps: ListDeps,
  toItem: (row: OrderedLive) => Item,
) {
  const cursor = next ? unsealCursor(next, deps) : { digest: await currentOrder(deps), from: 0 }
  const page = cursor === null ? null : await readOrder({ ...cursor, size }, deps)
  if (cursor === null || page === null) return null
  return {
    data: page.lives.map(toItem),
    page: { next: page.next === null ? null : sealCursor({ digest: cursor.digest, from: page.next }, deps) },
  }
}

function toLiveItem(row: OrderedLive, deps: Pick<Deps, 'addresses' | 'config'>): live.LiveItem {
  return {
    liveId: row.liveId,
    liveTitle: displayTitle(row.chosenTitle, row.channelName),
    liveThumbnailImageUrl: thumbnailUrl(row, deps),
    concurrentUserCount: row.viewers,
    openDate: displayDate(row.openedAt, deps.config.displayZone),
    adult: row.adult ?? false,
    tags: row.tags ?? [],
    categoryType: row.categoryType,
    liveCategory: row.categoryId,
    liveCategoryValue: row.categoryValue,
    channelId: row.channelId,
    channelName: row.channelName,
    channelImageUrl: row.channelImageUrl,
  }
}

type LiveCursor = { digest: string; from: number }
const cursorSeal = { purpose: 'live list cursor', context: '' }

/** The encrypted cursor: clients can neither read nor forge it. */
function sealCursor({ digest, from }: LiveCursor, { programKey, random }: Pick<Deps, 'programKey' | 'random'>): string {
  return seal(`${digest} ${from}`, cursorSeal, programKey, random).toString('base64url')
}

function unsealCursor(next: string, { programKey }: Pick<Deps, 'programKey'>): LiveCursor | null {
  let text: string
  try {
    text = unseal(Buffer.from(next, 'base64url'), cursorSeal, programKey)
  } catch {
    return null // Not encrypted with this key.
  }
  const [digest = '', from] = text.split(' ')
  return { digest, from: Number(from) }
}
