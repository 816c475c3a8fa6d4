import { isPrivate, limits, type consoleApi, type ContentOf } from '@onair/contract'
import type { Deps } from '../../../infra/deps.ts'
import { recordAudit } from '../../../shared/audit-store.ts'
import { channelChanged } from '../../../shared/bus-messages.ts'
import { refusalToParticipate } from '../../../shared/chat/restriction-state.ts'
import { utcSecond } from '../../../shared/dates.ts'
import { isUuid, uuidPattern } from '../../../shared/ids.ts'
import { cutPage, decodeCursor } from '../../../shared/list-cursor.ts'
import { errorReason, Refusal } from '../../../shared/refusal.ts'
import { replayPictureUrl } from '../../../shared/pictures/picture-urls.ts'
import { requireChannelAccess, type WatchDeps, type Watcher } from '../../../shared/watch/check-watch.ts'
import { findKnown, requireAddress } from '../recordings/watch-stored.ts'
import type { Recordings } from '../recordings/recordings.ts'
import {
  countClips,
  deleteClipRow,
  insertClip,
  listClipRows,
  loadClip,
  loadRestrictions,
  lockLiveForClip,
  type ClipRow,
} from './clip-store.ts'

type ClipRef = { channelId: string; clipId: string }
const afterRow = new RegExp(`^(\\d{1,16}) (${uuidPattern})$`)

/** Requests a clip of the last minute of a live, which its process makes within a second or two. Returns the id. */
export async function createClip(
  { channelId, creatorChannelId, watcher }: { channelId: string; creatorChannelId: string; watcher: Watcher },
  { recordings, ...deps }: WatchDeps & Pick<Deps, 'random'> & { recordings: Recordings },
): Promise<{ clipId: string }> {
  const { clock, db, random } = deps
  await requireChannelAccess(channelId, watcher, deps)
  const now = clock.now()
  const [id, playbackId] = [random.uuid(), random.uuid()]
  await db.transaction(async (tx, publish) => {
    const live = await lockLiveForClip(tx, channelId)
    if (live === null) throw new Refusal('notFound', 'NOT_LIVE')
    if (!live.allowsClips || !recordings.isEnabled) throw new Refusal('forbidden', 'CLIPS_NOT_ALLOWED')
    const restriction = refusalToParticipate(await loadRestrictions(tx, channelId, creatorChannelId), now)
    if (restriction !== null) throw new Refusal('forbidden', restriction)
    if (live.videoState === null || live.videoState === 'starting')
      throw new Refusal('notFound', 'NOTHING_TO_PLAY_YET', { retryAfterSec: 1 })
    const { total, own } = await countClips(tx, channelId, creatorChannelId)
    if (total >= limits.clipsPerChannel || own >= limits.clipsPerPerson)
      throw new Refusal(
        'badInput',
        errorReason('TOO_MANY_CLIPS', { most: limits.clipsPerChannel, own: limits.clipsPerPerson }),
      )
    const { liveId, adult } = live
    const audience = isPrivate(live.audience) ? live.audience : 'EVERYBODY'
    await insertClip(tx, { id, channelId, liveId, createdBy: creatorChannelId, playbackId, adult, audience }, now)
    publish(channelChanged(channelId))
  })
  return { clipId: id }
}

/** The clips of a channel that a viewer may know of, newest first. A page may have fewer than others. */
export async function listClips(
  channelId: string,
  { next, watcher }: { next: string | undefined; watcher: Watcher },
  deps: WatchDeps & Pick<Deps, 'addresses'>,
): Promise<ContentOf<typeof consoleApi.recordings.listClips>> {
  const size = limits.recordingListSize
  const [createdAt, id = ''] = next === undefined ? [] : decodeCursor(next, afterRow)
  const after = createdAt === undefined ? null : { createdAt: Number(createdAt), id }
  await requireChannelAccess(channelId, watcher, deps)
  const rows = await listClipRows(deps.db.read, { channelId, after, limit: size + 1 })
  const { page, next: nextPage } = cutPage(rows, size, (row) => [row.createdAt, row.clipId])
  const known = await findKnown(channelId, watcher, page, deps)
  return { data: known.map((row) => describe(row, deps)), page: { next: nextPage } }
}

async function requireClip({ channelId, clipId }: ClipRef, { db }: Pick<Deps, 'db'>): Promise<ClipRow> {
  const row = isUuid(clipId) ? await loadClip(db.read, channelId, clipId) : null
  if (row === null) throw new Refusal('notFound', 'NO_SUCH_CLIP')
  return row
}

/** A clip, and where its file is, once it is made. */
export async function getClip(
  { channelId, clipId, ...watcher }: ClipRef & Watcher,
  { recordings, ...deps }: WatchDeps & Pick<Deps, 'addresses' | 'random'> & { recordings: Recordings },
): Promise<ContentOf<typeof consoleApi.recordings.getClip>> {
  const row = await requireClip({ channelId, clipId }, deps)
  const name = await requireAddress(row, watcher, deps)
  const isHere = (await recordings.sizeOf(row.clipId)) !== null
  const mediaUrl = isHere ? `${deps.addresses.mediaUrl}/media/v1` : row.mediaUrl
  return {
    ...describe(row, deps),
    channelName: row.channelName,
    videoUrl: row.durationMs === 0 ? null : `${mediaUrl}/recordings/${name}/video.mp4`,
  }
}

/** Deletes a clip: for whoever made it, and for those who `mayModerate` the channel. */
export async function deleteClip(
  { byChannelId, ...ref }: ClipRef & { byChannelId: string },
  requireModerator: (db: Deps['db']['read'], channelId: string, moderatorChannelId: string) => Promise<void>,
  { clock, db, recordings }: Pick<Deps, 'clock' | 'db'> & { recordings: Recordings },
): Promise<void> {
  const now = clock.now()
  const { creatorChannelId } = await requireClip(ref, { db })
  const { channelId, clipId } = ref
  await db.transaction(async (tx) => {
    if (creatorChannelId !== byChannelId) await requireModerator(tx, channelId, byChannelId)
    if (!(await deleteClipRow(tx, clipId))) throw new Refusal('notFound', 'NO_SUCH_CLIP')
    await recordAudit(tx, now, { action: 'clip.deleted', channelId, detail: { clipId } })
  })
  await recordings.deleteFiles(clipId)
}

function describe(row: ClipRow, deps: Pick<Deps, 'addresses'>) {
  const { clipId, title, creatorChannelId, creatorName, createdAt, durationMs, isLimited } = row
  return {
    clipId,
    title,
    creatorChannelId,
    creatorName,
    createdDate: utcSecond(createdAt),
    durationMs,
    adult: isLimited,
    pictureUrl: replayPictureUrl({ ...row, id: clipId }, deps),
  }
}
