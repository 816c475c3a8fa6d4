import { limits, type consoleApi, type ContentOf } from '@onair/contract'
import type { Deps } from '../../../infra/deps.ts'
import { recordAudit } from '../../../shared/audit-store.ts'
import { utcSecond } from '../../../shared/dates.ts'
import { isUuid, uuidPattern } from '../../../shared/ids.ts'
import { cutPage, decodeCursor } from '../../../shared/list-cursor.ts'
import { Refusal } from '../../../shared/refusal.ts'
import { requireChannelAccess, type WatchDeps, type Watcher } from '../../../shared/watch/check-watch.ts'
import { deleteRecordingOf, listRecordingRows, loadRecording, type WatchableRecording } from './recording-store.ts'
import { replayPictureUrl } from '../../../shared/pictures/picture-urls.ts'
import { findKnown, requireAddress } from './watch-stored.ts'
import type { Recordings } from './recordings.ts'

type RecordingRef = { channelId: string; recordingId: string }
const afterRow = new RegExp(`^(\\d{1,16}) (${uuidPattern})$`)

/** The recordings of a channel that have ended and that a viewer may know of, newest first. A page may have fewer than others. */
export async function listRecordings(
  channelId: string,
  { next, watcher }: { next: string | undefined; watcher: Watcher },
  deps: WatchDeps & Pick<Deps, 'addresses'>,
): Promise<ContentOf<typeof consoleApi.recordings.listRecordings>> {
  const size = limits.recordingListSize
  const [startedAt, id = ''] = next === undefined ? [] : decodeCursor(next, afterRow)
  const after = startedAt === undefined ? null : { startedAt: Number(startedAt), id }
  await requireChannelAccess(channelId, watcher, deps)
  const rows = await listRecordingRows(deps.db.read, { channelId, after, limit: size + 1 })
  const { page, next: nextPage } = cutPage(rows, size, (row) => [row.startedAt, row.recordingId])
  const known = await findKnown(channelId, watcher, page, deps)
  return { data: known.map((row) => ({ ...describe(row, deps), bytes: row.bytes })), page: { next: nextPage } }
}

/** A recording, and the name of it in addresses for this viewer. Throws for a viewer who may not watch it. */
export async function requireRecording(
  { channelId, recordingId, ...watcher }: RecordingRef & Watcher,
  deps: WatchDeps & Pick<Deps, 'random'>,
): Promise<WatchableRecording & { name: string }> {
  const row = isUuid(recordingId) ? await loadRecording(deps.db.read, channelId, recordingId) : null
  if (row === null) throw new Refusal('notFound', 'NO_SUCH_RECORDING')
  return { ...row, name: await requireAddress(row, watcher, deps) }
}

/** Where a recording is played: by this process if it has the file, otherwise by the one that wrote it. */
export async function getRecording(
  watched: RecordingRef & Watcher,
  { recordings, ...deps }: WatchDeps & Pick<Deps, 'addresses' | 'random'> & { recordings: Recordings },
): Promise<ContentOf<typeof consoleApi.recordings.getRecording>> {
  const row = await requireRecording(watched, deps)
  const isHere = (await recordings.sizeOf(row.recordingId)) !== null
  const mediaUrl = isHere ? `${deps.addresses.mediaUrl}/media/v1` : row.mediaUrl
  return {
    ...describe(row, deps),
    channelName: row.channelName,
    playbackUrl: `${mediaUrl}/recordings/${row.name}/index.m3u8`,
  }
}

/** Deletes a recording. Other processes that have its file delete it within a minute. */
export async function deleteRecording(
  { channelId, recordingId }: RecordingRef,
  { clock, db, recordings }: Pick<Deps, 'clock' | 'db'> & { recordings: Recordings },
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    if (!isUuid(recordingId) || !(await deleteRecordingOf(tx, channelId, recordingId)))
      throw new Refusal('notFound', 'NO_SUCH_RECORDING')
    await recordAudit(tx, now, { action: 'recording.deleted', channelId, detail: { recordingId } })
  })
  await recordings.deleteFiles(recordingId)
}

function describe(row: WatchableRecording, deps: Pick<Deps, 'addresses'>) {
  const { recordingId, title, categoryId, categoryValue, englishName, startedAt, durationMs, isLimited } = row
  return {
    recordingId,
    title,
    category:
      categoryId === null || categoryValue === null
        ? null
        : { categoryId, categoryValue, englishName: englishName ?? categoryValue },
    startedDate: utcSecond(startedAt),
    durationMs,
    adult: isLimited,
    pictureUrl: replayPictureUrl({ ...row, id: recordingId }, deps),
  }
}
