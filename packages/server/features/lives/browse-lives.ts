import { limits, type consoleApi, type ContentOf, type LiveSort, type QueryOf } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { loadCategory } from '../categories/category-store.ts'
import { coalesce } from '../../shared/coalesce.ts'
import { cutPage, decodeCursor } from '../../shared/list-cursor.ts'
import { toPageLive } from './list-lives.ts'
import { currentOrder, exactOrderLimit, maxOrderAgeSec } from './live-order.ts'
import {
  findFirstLives,
  findFollowedLives,
  findFollowedOffline,
  findOfflineByName,
  type OrderedLive,
} from './live-page-store.ts'
import { thumbnailSize, thumbnailUrl } from './thumbnail.ts'

/** A broadcast as the home page shows it. */
export type BrowsedLive = {
  /** Null: the channel has not chosen one. */
  title: string | null
  pictureUrl: string
  viewers: number
  adult: boolean
  channelId: string
  channelName: string
  category: Omit<LiveCategory, 'lives'> | null
}

export type LiveCategory = { categoryId: string; categoryValue: string; categoryEnglishName: string; lives: number }

/** `text`: in the title, the name of the channel or of the category, or a tag; in any case of letters. */
type LiveFilter = { text?: string; categoryId?: string }

type BrowseDeps = Pick<Deps, 'addresses' | 'config' | 'db'> & { liveDirectory: LiveDirectory }

/** The search and the categories are those of so many broadcasts with the most viewers. */
const maxSearched = 10_000
const most = { lives: 24, following: 8 }

/**
 * The broadcasts that fit a filter, those of the channels that a visitor follows, and the categories that are live. All in
 * the order of the live list: most viewers first.
 */
export async function browseLives(
  filter: LiveFilter,
  visitorChannelId: string | null,
  deps: BrowseDeps,
): Promise<{ lives: BrowsedLive[]; following: BrowsedLive[]; categories: LiveCategory[] }> {
  const shared = await deps.liveDirectory.load()
  const following = await findFollowed(shared, visitorChannelId, most.following, deps)
  return {
    lives: filterLives(shared, filter)
      .take(most.lives)
      .map((live) => toBrowsedLive(live, deps))
      .toArray(),
    following: following.map((live) => toBrowsedLive(live, deps)),
    categories: shared.categories,
  }
}

/** A page of the broadcasts that fit a filter, how many do, and the category of the filter, which may have none. */
export async function searchLives(
  { size = limits.liveSearchSize, next, sort = 'VIEWERS', ...filter }: QueryOf<typeof consoleApi.watch.searchLives>,
  deps: BrowseDeps,
) {
  const after = next === undefined ? null : parseCursor(next)
  const shared = await deps.liveDirectory.load()
  const found = filterLives(shared, filter).toArray()
  if (sort === 'RECENT') found.sort((one, other) => other.liveId - one.liveId)
  const rest = after === null ? found : found.filter((live) => isAfter(live, after, sort))
  const { page, next: following } = cutPage(rest, size, ({ viewers, liveId }) => [viewers, liveId])
  return {
    data: page.map((live) => toPageLive(live, deps)),
    page: { next: following },
    totalCount: found.length,
    category: await findCategory(filter.categoryId, deps),
    categories: countCategories(
      filter.categoryId === undefined ? found : filterLives(shared, { text: filter.text ?? '' }),
    ),
  }
}

/** How many broadcasts a search in each of these categories finds. */
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
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof consoleApi.watch.findOfflineChannels>> {
  const name = text.trim().normalize('NFC')
  return { data: name === '' ? [] : await findOfflineByName(db.read, name, limits.offlineFoundChannels) }
}

/** The place of a broadcast in the order of the live list. It stays valid when the broadcast ends. */
type LiveCursor = Pick<OrderedLive, 'viewers' | 'liveId'>

function isAfter(live: OrderedLive, { viewers, liveId }: LiveCursor, sort: LiveSort): boolean {
  if (sort === 'RECENT') return live.liveId < liveId
  return live.viewers < viewers || (live.viewers === viewers && live.liveId > liveId)
}

function parseCursor(next: string): LiveCursor {
  const [viewers, liveId] = decodeCursor(next, /^(\d{1,15}) (\d{1,15})$/)
  return { viewers: Number(viewers), liveId: Number(liveId) }
}

/** The channels that a visitor follows, live or not, and the categories that are live. */
export async function getLiveDirectory(visitorChannelId: string | null, deps: BrowseDeps) {
  const shared = await deps.liveDirectory.load()
  const following = await findFollowed(shared, visitorChannelId, limits.liveListSize, deps)
  const offline =
    visitorChannelId === null
      ? []
      : await findFollowedOffline(deps.db.read, visitorChannelId, limits.offlineFollowedChannels)
  return { following: following.map((live) => toPageLive(live, deps)), offline, categories: shared.categories }
}

/** Reads no further than the caller takes. */
function filterLives({ lives }: SharedLives, { text = '', categoryId }: LiveFilter): IteratorObject<OrderedLive> {
  const wanted = text.trim().toLowerCase()
  return lives
    .values()
    .filter(({ live, searchText }) => {
      return (categoryId === undefined || live.categoryId === categoryId) && searchText.includes(wanted)
    })
    .map(({ live }) => live)
}

async function findFollowed(
  { digest }: SharedLives,
  followerChannelId: string | null,
  limit: number,
  { db }: Pick<Deps, 'db'>,
): Promise<OrderedLive[]> {
  return followerChannelId === null ? [] : findFollowedLives(db.read, { digest, followerChannelId }, limit)
}

type SharedLives = {
  digest: string
  lives: { live: OrderedLive; searchText: string }[]
  categories: LiveCategory[]
  loadedAt: number
}

/** The broadcasts that visits share. */
export type LiveDirectory = { load(): Promise<SharedLives> }

/**
 * One statement at a time reads the broadcasts, and it starts after the visits that it serves. With as many broadcasts as
 * have a shared order, they may be some seconds old.
 */
export function createLiveDirectory(deps: Pick<Deps, 'clock' | 'db'>): LiveDirectory {
  const { clock, db } = deps
  let latest: SharedLives | null = null
  const isRecent = (shared: SharedLives | null): shared is SharedLives =>
    shared !== null &&
    shared.lives.length > exactOrderLimit &&
    clock.uptime() - shared.loadedAt < maxOrderAgeSec * 1_000
  const load = coalesce(async () => {
    if (isRecent(latest)) return
    const digest = await currentOrder(deps)
    const lives = await findFirstLives(db.read, digest, maxSearched)
    latest = {
      digest,
      lives: lives.map((live) => ({ live, searchText: searchTextOf(live) })),
      categories: countCategories(lives),
      loadedAt: clock.uptime(),
    }
  })
  return {
    async load() {
      if (isRecent(latest)) return latest
      await load()
      if (latest === null) throw new Error('the broadcasts were not loaded')
      return latest
    },
  }
}

function searchTextOf({ chosenTitle, channelName, categoryValue, categoryEnglishName, tags }: OrderedLive): string {
  return [channelName, chosenTitle, categoryValue, categoryEnglishName, tags?.join(' ')].join('\0').toLowerCase()
}

/** Most broadcasts first. */
function countCategories(lives: Iterable<OrderedLive>): LiveCategory[] {
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

function toBrowsedLive(live: OrderedLive, deps: BrowseDeps): BrowsedLive {
  return {
    title: live.chosenTitle,
    pictureUrl: thumbnailUrl(live, deps).replaceAll('{type}', String(thumbnailSize.height)),
    viewers: live.viewers,
    adult: live.adult ?? false,
    channelId: live.channelId,
    channelName: live.channelName,
    category: categoryOf(live),
  }
}

function categoryOf({ categoryId, categoryValue, categoryEnglishName }: OrderedLive): BrowsedLive['category'] {
  if (categoryId === null || categoryValue === null || categoryEnglishName === null) return null
  return { categoryId, categoryValue, categoryEnglishName }
}
