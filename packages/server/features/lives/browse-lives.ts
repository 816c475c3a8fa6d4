import { limits, type consoleApi, type ContentOf, type LiveSort, type QueryOf } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { loadCategory } from '../categories/category-store.ts'
import { channelPictureUrl } from '../../shared/pictures/picture-urls.ts'
import { coalesce } from '../../shared/coalesce.ts'
import { invalidField } from '../../shared/refusal.ts'
import { compose } from '../../shared/text.ts'
import { cutLivePage, parseLiveCursor, toPageLive } from './list-lives.ts'
import {
  findFollowedLives,
  findFollowedOffline,
  findOfflineByName,
  findSearchedLives,
  type ListedLive,
  type LiveCursor,
  type SearchedLive,
} from './live-list-store.ts'
import { thumbnailSize, thumbnailUrl } from './thumbnail.ts'

/** A live as the home page shows it. */
export type BrowsedLive = {
  /** Null: the channel has not chosen one. */
  title: string | null
  pictureUrl: string
  viewers: number
  adult: boolean
  channelId: string
  channelName: string
  channelImageUrl: string | null
  category: Omit<LiveCategory, 'lives'> | null
}

export type LiveCategory = { categoryId: string; categoryValue: string; categoryEnglishName: string; lives: number }

/** `text`: in the title, the name of the channel or of the category, a tag, or the open poll; in any case of letters. */
type LiveFilter = { text?: string; categoryId?: string }

type BrowseDeps = Pick<Deps, 'addresses' | 'config' | 'db'> & { liveDirectory: LiveDirectory }

/** The search and the categories are those of so many lives with the most viewers. */
const maxSearched = 10_000
/** Up to this many lives, each visit reads them; above, visits share what was read up to five seconds ago. */
const exactLimit = 1_000
const maxAgeMs = 5_000
const most = { lives: 24, following: 8 }

/**
 * The lives that fit a filter, those of the channels that a visitor follows, and the categories that are live. All in
 * the order of the live list: most viewers first.
 */
export async function browseLives(
  filter: LiveFilter,
  visitorChannelId: string | null,
  deps: BrowseDeps,
): Promise<{ lives: BrowsedLive[]; following: BrowsedLive[]; categories: LiveCategory[] }> {
  const shared = await deps.liveDirectory.load()
  const following = await findFollowed(visitorChannelId, most.following, deps)
  return {
    lives: filterLives(shared, filter)
      .take(most.lives)
      .map((live) => toBrowsedLive(live, deps))
      .toArray(),
    following: following.map((live) => toBrowsedLive(live, deps)),
    categories: shared.categories,
  }
}

/** A page of the lives that fit a filter, how many do, and the category of the filter, which may have none. */
export async function searchLives(
  { size = limits.liveSearchSize, next, sort = 'VIEWERS', ...filter }: QueryOf<typeof consoleApi.watch.searchLives>,
  deps: BrowseDeps,
) {
  const after = next === undefined ? null : parseLiveCursor(next)
  if (next !== undefined && after === null) throw invalidField('next', 'INVALID_CURSOR')
  const shared = await deps.liveDirectory.load()
  const found = filterLives(shared, filter).toArray()
  if (sort === 'RECENT') found.sort((one, other) => other.liveId - one.liveId)
  const rest = after === null ? found : found.filter((live) => isAfter(live, after, sort))
  const { page, next: following } = cutLivePage(rest, size)
  return {
    data: page.map((live) => ({ ...toPageLive(live, deps), pollQuestion: live.pollQuestion })),
    page: { next: following },
    totalCount: found.length,
    category: await findCategory(filter.categoryId, deps),
    categories: countCategories(
      filter.categoryId === undefined ? found : filterLives(shared, { text: filter.text ?? '' }),
    ),
  }
}

/** How many lives a search in each of these categories finds. */
export async function countLives(
  categoryIds: ReadonlySet<string>,
  deps: Pick<BrowseDeps, 'liveDirectory'>,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  if (categoryIds.size === 0) return counts
  for (const { live } of (await deps.liveDirectory.load()).lives)
    if (live.categoryId !== null && categoryIds.has(live.categoryId))
      counts.set(live.categoryId, (counts.get(live.categoryId) ?? 0) + 1)
  return counts
}

async function findCategory(categoryId: string | undefined, { db }: Pick<Deps, 'db'>) {
  const category = categoryId === undefined ? null : await loadCategory(db.read, categoryId)
  if (category === null) return null
  return { categoryId: category.id, categoryValue: category.name_ko, categoryEnglishName: category.name_en }
}

/** Channels that are not live, by a part of the name. */
export async function findOfflineChannels(
  { text }: QueryOf<typeof consoleApi.watch.findOfflineChannels>,
  { addresses, db }: Pick<Deps, 'addresses' | 'db'>,
): Promise<ContentOf<typeof consoleApi.watch.findOfflineChannels>> {
  const name = compose(text.trim())
  const found = name === '' ? [] : await findOfflineByName(db.read, name, limits.offlineFoundChannels)
  return { data: found.map((channel) => withPicture(channel, addresses)) }
}

function isAfter(live: ListedLive, { viewers, liveId }: LiveCursor, sort: LiveSort): boolean {
  if (sort === 'RECENT') return live.liveId < liveId
  return live.viewers < viewers || (live.viewers === viewers && live.liveId > liveId)
}

/** The channels that a visitor follows, live or not, and the categories that are live. */
export async function getLiveDirectory(visitorChannelId: string | null, deps: BrowseDeps) {
  const shared = await deps.liveDirectory.load()
  const following = await findFollowed(visitorChannelId, limits.liveListSize, deps)
  const offline =
    visitorChannelId === null
      ? []
      : await findFollowedOffline(deps.db.read, visitorChannelId, limits.offlineFollowedChannels)
  return {
    following: following.map((live) => toPageLive(live, deps)),
    offline: offline.map((channel) => withPicture(channel, deps.addresses)),
    categories: shared.categories,
  }
}

function withPicture<T extends { pictureId: string | null }>(
  { pictureId, ...channel }: T,
  addresses: Deps['addresses'],
) {
  return { ...channel, channelImageUrl: channelPictureUrl(pictureId, addresses) }
}

/** Reads no further than the caller takes. */
function filterLives({ lives }: SharedLives, { text = '', categoryId }: LiveFilter): IteratorObject<SearchedLive> {
  const wanted = text.trim().toLowerCase()
  return lives
    .values()
    .filter(({ live, searchText }) => {
      return (categoryId === undefined || live.categoryId === categoryId) && searchText.includes(wanted)
    })
    .map(({ live }) => live)
}

async function findFollowed(followerChannelId: string | null, limit: number, { db }: BrowseDeps) {
  return followerChannelId === null ? [] : findFollowedLives(db.read, followerChannelId, limit)
}

type SharedLives = {
  lives: { live: SearchedLive; searchText: string }[]
  categories: LiveCategory[]
  loadedAt: number
}

/** The lives that visits share. */
export type LiveDirectory = { load(): Promise<SharedLives> }

/**
 * Visits share the lives: one statement at a time reads them, which starts after the visit. Above `exactLimit` they
 * may be some seconds old.
 */
export function createLiveDirectory(deps: Pick<Deps, 'clock' | 'db'>): LiveDirectory {
  const { clock, db } = deps
  let latest: SharedLives | null = null
  const isRecent = (shared: SharedLives | null): shared is SharedLives =>
    shared !== null && shared.lives.length > exactLimit && clock.uptime() - shared.loadedAt < maxAgeMs
  const load = coalesce(async () => {
    if (isRecent(latest)) return
    const lives = await findSearchedLives(db.read, clock.now(), maxSearched)
    latest = {
      lives: lives.map((live) => ({ live, searchText: searchTextOf(live) })),
      categories: countCategories(lives),
      loadedAt: clock.uptime(),
    }
  })
  return {
    async load() {
      if (isRecent(latest)) return latest
      await load()
      if (latest === null) throw new Error('the lives were not loaded')
      return latest
    },
  }
}

function searchTextOf(live: SearchedLive): string {
  const { chosenTitle, channelName, categoryValue, categoryEnglishName, tags, pollQuestion } = live
  return [channelName, chosenTitle, categoryValue, categoryEnglishName, tags?.join(' '), pollQuestion]
    .join('\0')
    .toLowerCase()
}

/** Most lives first. */
function countCategories(lives: Iterable<ListedLive>): LiveCategory[] {
  const categories = new Map<string, LiveCategory>()
  for (const live of lives) {
    const category = categoryOf(live)
    if (category === null) continue
    const counted = categories.get(category.categoryId) ?? { ...category, lives: 0 }
    counted.lives++
    categories.set(category.categoryId, counted)
  }
  const compare = (a: LiveCategory, b: LiveCategory) =>
    b.lives - a.lives || (a.categoryId < b.categoryId ? -1 : Number(a.categoryId > b.categoryId))
  return [...categories.values()].sort(compare).slice(0, limits.liveCategories)
}

function toBrowsedLive(live: ListedLive, deps: BrowseDeps): BrowsedLive {
  return {
    title: live.chosenTitle,
    pictureUrl: thumbnailUrl(live, deps).replaceAll('{type}', String(thumbnailSize.height)),
    viewers: live.viewers,
    adult: live.adult ?? false,
    channelId: live.channelId,
    channelName: live.channelName,
    channelImageUrl: channelPictureUrl(live.channelPictureId, deps.addresses),
    category: categoryOf(live),
  }
}

function categoryOf({ categoryId, categoryValue, categoryEnglishName }: ListedLive): BrowsedLive['category'] {
  if (categoryId === null || categoryValue === null || categoryEnglishName === null) return null
  return { categoryId, categoryValue, categoryEnglishName }
}
