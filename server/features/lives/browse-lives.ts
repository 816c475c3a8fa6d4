import type { Deps } from '../../infra/deps.ts'
import { displayTitle } from './live-rules.ts'
import { currentOrder } from './live-order.ts'
import { countLiveCategories, findOrderedLives, type LiveCategory, type LiveFilter } from './live-page-store.ts'
import { thumbnailSize, thumbnailUrl } from './thumbnail.ts'

/** A broadcast as the home page shows it. */
export type BrowsedLive = {
  title: string
  pictureUrl: string
  viewers: number
  adult: boolean
  channelId: string
  channelName: string
  category: Omit<LiveCategory, 'lives'> | null
}

const most = { lives: 24, following: 8, categories: 12 }

/**
 * The broadcasts that fit a filter, those of the channels that a visitor follows, and the categories that are live. All in
 * the order of the live list: most viewers first.
 */
export async function browseLives(
  filter: Pick<LiveFilter, 'text' | 'categoryId'>,
  visitorChannelId: string | null,
  deps: Pick<Deps, 'addresses' | 'config' | 'db'>,
): Promise<{ lives: BrowsedLive[]; following: BrowsedLive[]; categories: LiveCategory[] }> {
  const { read } = deps.db
  const digest = await currentOrder(deps)
  const find = async (wanted: LiveFilter, limit: number) =>
    (await findOrderedLives(read, { digest, ...wanted }, limit)).map((row) => ({
      title: displayTitle(row.chosenTitle, row.channelName),
      pictureUrl: thumbnailUrl(row, deps).replaceAll('{type}', String(thumbnailSize.height)),
      viewers: row.viewers,
      adult: row.adult ?? false,
      channelId: row.channelId,
      channelName: row.channelName,
      category: categoryOf(row),
    }))
  return {
    lives: await find(filter, most.lives),
    following: visitorChannelId === null ? [] : await find({ followerChannelId: visitorChannelId }, most.following),
    categories: await countLiveCategories(read, digest, most.categories),
  }
}

function categoryOf(row: { [K in keyof Omit<LiveCategory, 'lives'>]: string | null }): BrowsedLive['category'] {
  const { categoryId, categoryValue, categoryEnglishName } = row
  if (categoryId === null || categoryValue === null || categoryEnglishName === null) return null
  return { categoryId, categoryValue, categoryEnglishName }
}
