import { limits, type consoleApi, type ContentOf, type QueryOf } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { compose } from '../../shared/text.ts'
import type { Deps } from '../../infra/deps.ts'
import { countSiteLives, findSiteLives } from './live-list-store.ts'
import { thumbnailUrl, type ThumbnailDeps } from './thumbnail.ts'

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
