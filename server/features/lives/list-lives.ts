import { limits, live, type ContentOf, type QueryOf } from '@onair/contract'
import { badValue } from '../../kit/bad-value.ts'
import { displayDate } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import { keyFor, seal, unseal } from '../../kit/secrets.ts'
import type { World } from '../../world/world.ts'
import { titleShown } from './live-rules.ts'
import { currentOrder, readOrder } from './live-order.ts'
import type { OrderedLive } from './live-page-store.ts'

export const listLives = handle(live.listLives, async ({ caller, query }, world) => {
  const page = await livesFrom(query, world)
  if (page === null) throw badValue(caller, 'next', 'OLD_PLACE_IN_LIST')
  return page
})

/** Who is on the air, from the beginning or from `next` on; null where that is none of ours, or too old. */
export async function livesFrom(
  { size = limits.liveListSize, next }: QueryOf<typeof live.listLives>,
  world: Pick<World, 'config' | 'db' | 'programKey' | 'random'>,
): Promise<ContentOf<typeof live.listLives> | null> {
  const place = next ? placeNamed(next, world) : { digest: await currentOrder(world), from: 0 }
  const page = place === null ? null : await readOrder({ ...place, size }, world)
  if (place === null || page === null) return null
  return {
    data: page.lives.map((one) => liveItem(one, world.config.displayZone)),
    page: { next: page.next === null ? null : nextNamed({ digest: place.digest, from: page.next }, world) },
  }
}

function liveItem(row: OrderedLive, zone: string): live.LiveItem {
  return {
    liveId: row.liveId,
    liveTitle: titleShown(row.chosenTitle, row.channelName),
    liveThumbnailImageUrl: null,
    concurrentUserCount: row.viewers,
    openDate: displayDate(row.openedAt, zone),
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

type Place = { digest: string; from: number }
const sealedAs = 'next of lives'

/** A place in an order as callers hold it: they can neither read it nor make one. */
function nextNamed({ digest, from }: Place, { programKey, random }: Pick<World, 'programKey' | 'random'>): string {
  return seal(`${digest} ${from}`, sealedAs, keyFor(sealedAs, programKey), random).toString('base64url')
}

function placeNamed(next: string, { programKey }: Pick<World, 'programKey'>): Place | null {
  let text: string
  try {
    text = unseal(Buffer.from(next, 'base64url'), sealedAs, keyFor(sealedAs, programKey))
  } catch {
    return null // Whatever cannot be opened was not sealed here.
  }
  const [digest = '', from] = text.split(' ')
  return { digest, from: Number(from) }
}
