import { isPrivate, limits, type ChannelState, type consoleApi, type ContentOf } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { loadEmoticons } from '../../shared/chat/emoticon-store.ts'
import { emojisIn, type ChannelEmoticons, siteEmoticons } from '../../shared/chat/emoticons.ts'
import { Refusal } from '../../shared/refusal.ts'
import { requireWatch, type WatchDeps, type Watcher, checkWatch } from '../../shared/watch/check-watch.ts'
import { isLimited, coversChannel } from '../../shared/watch/may-watch.ts'
import { timedPlaybackId } from '../../shared/watch/playback-address.ts'
import type { Deps } from '../../infra/deps.ts'
import { ownVideoUrl } from '../lives/own-video-url.ts'
import { findChannelStateRows, type ChannelStateRow } from './channel-state-store.ts'
import { channelPictureUrl } from '../../shared/pictures/picture-urls.ts'
import { findChannels } from '../channels/channel-store.ts'
import { loadRecentChat } from './recent-chat.ts'
import { loadViewerStatus } from './viewer-status.ts'

/** The state that every viewer of a channel sees, by channel id. */
export async function loadChannelStates(
  channelIds: readonly string[],
  { addresses, clock, config, db }: Pick<Deps, 'addresses' | 'clock' | 'config' | 'db'>,
): Promise<Map<string, ChannelState>> {
  const now = clock.now()
  const rows = await findChannelStateRows(db.read, channelIds, now)
  const notices = rows.map(({ channelId, notice }) => ({ channelId, content: notice ?? '' }))
  const pages = {
    assetsUrl: addresses.baseUrl,
    playbackTemplate: config.playbackUrl,
    emoticons: await loadEmoticons(db.read, notices),
  }
  return new Map(rows.map((row) => [row.channelId, { ...toChannelState(row, pages), poll: toPoll(row, now) }]))
}

type Pages = { assetsUrl: string; playbackTemplate: string | null; emoticons: ChannelEmoticons }

function toChannelState(
  row: ChannelStateRow,
  { assetsUrl, playbackTemplate, emoticons }: Pages,
): Omit<ChannelState, 'poll'> {
  const {
    categoryId,
    categoryType,
    categoryValue,
    categoryEnglishName,
    lastCategoryEnglishName,
    lastCategoryValue,
    lastClosedAt,
    lastOpenedAt,
    lastTitle,
    liveId,
    notice,
    openedAt,
    posterImageUrl,
    viewers,
  } = row
  return {
    live:
      liveId === null || openedAt === null
        ? null
        : {
            liveId,
            openedDate: utcSecond(openedAt),
            viewers,
            playbackUrl: publicPlaybackUrlOf(row, playbackTemplate),
            video: playbackTemplate === null ? row.videoState : null,
          },
    lastLive:
      lastOpenedAt === null || lastClosedAt === null
        ? null
        : {
            title: lastTitle,
            category:
              lastCategoryValue === null
                ? null
                : { categoryValue: lastCategoryValue, englishName: lastCategoryEnglishName ?? lastCategoryValue },
            openedDate: utcSecond(lastOpenedAt),
            closedDate: utcSecond(lastClosedAt),
          },
    title: row.chosenTitle,
    category:
      categoryId === null || categoryType === null || categoryValue === null
        ? null
        : {
            categoryType,
            categoryId,
            categoryValue,
            posterImageUrl,
            englishName: categoryEnglishName ?? categoryValue,
          },
    tags: row.tags ?? [],
    adult: row.adult ?? false,
    audience: row.audience ?? 'EVERYBODY',
    watchVersion: row.watchVersion ?? 0,
    allowsClips: row.allowsClips ?? false,
    followerCount: row.followerCount,
    notice:
      notice === null
        ? null
        : { content: notice, emojis: emojisIn({ channelId: row.channelId, content: notice }, emoticons, assetsUrl) },
    chatSettings: row.chatSettings,
  }
}

function toPoll({ poll }: ChannelStateRow, now: number): ChannelState['poll'] {
  if (!poll) return null
  const { startedAt, endsAt, ...shown } = poll
  return { ...shown, startedDate: utcSecond(startedAt), endsDate: utcSecond(endsAt), isOpen: endsAt > now }
}

/** The address of a live that everyone may watch. */
function publicPlaybackUrlOf(row: ChannelStateRow, playbackTemplate: string | null): string | null {
  const { isLimited, isPrivate } = limitsOf(row)
  if (playbackTemplate !== null) return isPrivate ? null : playbackUrlOfTemplate(row, playbackTemplate)
  return isLimited || isMoving(row) ? null : ownVideoUrl(row, 'master.m3u8')
}

/** The operator's media server identifies a live by its channel, never by its stream key. Gap 150. */
function playbackUrlOfTemplate({ channelId }: ChannelStateRow, playbackTemplate: string): string {
  return playbackTemplate.replaceAll('{channelId}', channelId)
}

function limitsOf(row: ChannelStateRow) {
  const audience = row.audience ?? 'EVERYBODY'
  return { isLimited: isLimited({ audience, adult: row.adult ?? false }), isPrivate: isPrivate(audience) }
}

/** Whether the process of the video has not replaced the playback id since fewer people may watch. */
function isMoving({ videoWatchVersion, watchVersion }: ChannelStateRow): boolean {
  return videoWatchVersion !== null && videoWatchVersion !== (watchVersion ?? 0)
}

/** The playlist of a channel's live, or null. Throws for a viewer who may not watch. */
export async function getPlayback(
  { channelId, ...watcher }: { channelId: string } & Watcher,
  deps: WatchDeps & Pick<Deps, 'config' | 'random'>,
): Promise<{ playbackUrl: string | null }> {
  // Read before the check: a rule that changes in between has moved the video, and this address is that of before.
  const [row] = await findChannelStateRows(deps.db.read, [channelId])
  if (row === undefined) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
  await requireWatch(channelId, watcher, deps)
  const template = deps.config.playbackUrl
  if (template !== null) return { playbackUrl: playbackUrlOfTemplate(row, template) }
  const { playbackId } = row
  if (isMoving(row) || playbackId === null) return { playbackUrl: null }
  const name = limitsOf(row).isLimited ? timedPlaybackId(playbackId, limits.playbackAddressSec, deps) : playbackId
  return { playbackUrl: ownVideoUrl({ ...row, playbackId: name }, 'master.m3u8') }
}

/** The state of a channel for a viewer who may not watch: neither its lives nor what is said in and about them. */
function withoutLives(state: ChannelState): ChannelState {
  return { ...state, live: null, lastLive: null, title: null, category: null, tags: [], notice: null, poll: null }
}

/**
 * Everything the watch page of a channel shows to a viewer, or why the viewer may not watch it.
 */
export async function getChannel(
  channelId: string,
  watcher: Watcher,
  deps: WatchDeps & Pick<Deps, 'addresses' | 'config' | 'policy'>,
): Promise<ContentOf<typeof consoleApi.watch.getChannel>> {
  const { viewerChannelId } = watcher
  const block = await checkWatch(channelId, watcher, deps)
  const isCovered = coversChannel(block)
  const [[channel], states, recent, self] = await Promise.all([
    findChannels(deps.db.read, [channelId]),
    loadChannelStates([channelId], deps),
    isCovered ? [] : loadRecentChat(channelId, deps),
    viewerChannelId === null ? null : loadViewerStatus(channelId, viewerChannelId, deps),
  ])
  const state = states.get(channelId)
  if (channel === undefined || state === undefined) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
  return {
    channelId,
    channelName: channel.name,
    channelImageUrl: channelPictureUrl(channel.pictureId, deps.addresses),
    verifiedMark: channel.verified_mark,
    watchBlock: block === 'AGE_NOT_CONFIRMED' ? null : block,
    state: isCovered ? withoutLives(state) : state,
    recent,
    emoticons: siteEmoticons(deps.addresses.baseUrl),
    self,
  }
}
