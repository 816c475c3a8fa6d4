import { limits, type live, type ContentOf, type QueryOf, type consoleApi } from '@onair/contract'
import { displayDate, utcSecond } from '../../shared/dates.ts'
import { cutPage, parseCursor } from '../../shared/list-cursor.ts'
import { channelPictureUrl, openChannelPictureUrl } from '../../shared/pictures/picture-urls.ts'
import { isLimited } from '../../shared/watch/may-watch.ts'
import type { Deps } from '../../infra/deps.ts'
import { displayTitle } from './live-rules.ts'
import { findLives, type ListedLive, type LiveCursor, countSiteLives, findSiteLives } from './live-list-store.ts'
import { ownVideoUrl } from './own-video-url.ts'
import { showsVideo, thumbnailUrl, type ThumbnailDeps } from './thumbnail.ts'
import { compose } from '../../shared/text.ts'

type ListDeps = Pick<Deps, 'addresses' | 'config' | 'db'>

/** Lists lives from the start or from `next`. Null if `next` is no cursor. */
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

/** A live with its category in both languages and its start in UTC. */
export function toPageLive(row: ListedLive, deps: Pick<Deps, 'addresses' | 'config'>) {
  return {
    ...toLiveItem(row, deps),
    channelImageUrl: channelPictureUrl(row.channelPictureId, deps.addresses),
    liveTitle: row.chosenTitle,
    stillUrl: stillUrlOf(row, deps),
    liveCategoryEnglishName: row.categoryEnglishName,
    openedDate: utcSecond(row.openedAt),
  }
}

/**
 * The last key frame, until there is a picture. One that the channel chose is shown instead, and only a video that everyone
 * may watch.
 */
function stillUrlOf(row: ListedLive, { config }: Pick<Deps, 'config'>): string | null {
  const isShown =
    row.thumbnailId === null &&
    !showsVideo(row) &&
    !isLimited({ audience: row.audience ?? 'EVERYBODY', adult: row.adult ?? false }) &&
    config.playbackUrl === null
  return isShown ? ownVideoUrl(row, 'still.mp4') : null
}

async function listRows<Item>(
  { size = limits.liveListSize, next }: QueryOf<typeof live.listLives>,
  deps: ListDeps,
  toItem: (row: ListedLive) => Item,
) {
  const after = next ? parseLiveCursor(next) : null
  if (next && after === null) return null
  const { page, next: following } = cutLivePage(await findLives(deps.db.read, after, size + 1), size)
  return { data: page.map(toItem), page: { next: following } }
}

/** The lives of one page, and the cursor of the next one. */
export function cutLivePage<Live extends LiveCursor>(lives: Live[], size: number) {
  return cutPage(lives, size, ({ viewers, liveId }) => [viewers, liveId])
}

/** Null for any text that is no cursor of `cutLivePage`. */
export function parseLiveCursor(next: string): LiveCursor | null {
  const values = parseCursor(next, /^(\d{1,15}) (\d{1,15})$/)
  return values && { viewers: Number(values[0]), liveId: Number(values[1]) }
}

function toLiveItem(row: ListedLive, deps: Pick<Deps, 'addresses' | 'config'>): live.LiveItem {
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
    channelImageUrl: openChannelPictureUrl(row.channelPictureId, deps.addresses),
  }
}

/** A page of the lives of the site, for the people who run it. */
export async function listSiteLives(
  { search, sort = 'VIEWERS', page = 0 }: QueryOf<typeof consoleApi.admin.listSiteLives>,
  deps: ThumbnailDeps & Pick<Deps, 'db'>,
): Promise<ContentOf<typeof consoleApi.admin.listSiteLives>> {
  const text = search === undefined ? undefined : compose(search).trim()
  const size = limits.siteLiveListSize
  const totalCount = await countSiteLives(deps.db.read, text)
  const lives = await findSiteLives(deps.db.read, { search: text, sort, offset: page * size, limit: size })
  return {
    page,
    totalCount,
    totalPages: Math.ceil(totalCount / size),
    data: lives.map((live) => ({
      liveId: live.liveId,
      channelId: live.channelId,
      channelName: live.channelName,
      title: live.chosenTitle,
      category:
        live.categoryValue === null || live.categoryEnglishName === null
          ? null
          : { categoryValue: live.categoryValue, englishName: live.categoryEnglishName },
      viewers: live.viewers,
      openedDate: utcSecond(live.openedAt),
      thumbnailUrl: thumbnailUrl(live, deps),
      source: live.videoSource ?? (deps.config.playbackUrl === null ? null : 'MEDIA_SERVER'),
      audience: live.audience ?? 'EVERYBODY',
      adult: live.adult ?? false,
      adultBySite: live.adultBySite,
    })),
  }
}
