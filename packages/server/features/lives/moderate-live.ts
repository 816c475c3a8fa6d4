import type { LiveMeasure, StreamingBlock } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { channelChanged } from '../../shared/bus-messages.ts'
import { utcSecond } from '../../shared/dates.ts'
import { Refusal } from '../../shared/refusal.ts'
import { requireReason } from '../../shared/text.ts'
import { isStricter } from '../../shared/watch/may-watch.ts'
import type { Publish, Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { lockChannel } from '../channels/channel-store.ts'
import { queueEncoderCut } from './encoder-cuts/queue-encoder-cut.ts'
import { endLive } from './go-live.ts'
import { loadLiveId, markLimited, setAdultBySite } from './live-store.ts'
import { deleteLivePicture, deleteThumbnailRow } from './picture-store.ts'
import { lockSetting, updateSetting } from './setting-store.ts'
import { blockStreaming, liftStreamingBlock } from './streamer-store.ts'
import { replaceStreamKey, type StreamKeyDeps } from './stream-key.ts'

type ModerateDeps = StreamKeyDeps & Pick<Deps, 'config'>
type Measure = { channelId: string; measure: LiveMeasure; reason: string }
/** A block of the person whose live ends. `endsAt` null: until somebody lifts it. */
type Block = { endsAt: number | null }
/** Tells the streamer, in the transaction of the measure. */
export type OnMeasure = (tx: Tx, publish: Publish, measure: Measure & { block: Block | null }) => Promise<unknown>

const hourMs = 3_600_000
const blockMs: Record<StreamingBlock, number | null> = {
  NONE: 0,
  HOUR: hourMs,
  DAY: 24 * hourMs,
  WEEK: 7 * 24 * hourMs,
  UNTIL_LIFTED: null,
}

/**
 * Takes a measure of the people who run the site against the live of a channel. The streamer reads the reason, can choose
 * another title and picture, and does not take the age limit off before the live ends. After the end of a live the person
 * may not go live for the time of `block`.
 */
export async function moderateLive(
  { channelId, measure, reason: text, block: duration = 'NONE' }: Measure & { block?: StreamingBlock | undefined },
  onMeasure: OnMeasure,
  deps: ModerateDeps,
): Promise<void> {
  requireReason(text)
  const reason = text.trim()
  const now = deps.clock.now()
  const ms = blockMs[duration]
  const block = measure !== 'END' || ms === 0 ? null : { endsAt: ms === null ? null : now + ms }
  await deps.db.transaction(async (tx, publish) => {
    const liveId = (await lockChannel(tx, channelId)) ? await loadLiveId(tx, channelId) : null
    if (measure === 'LIFT_BLOCK') {
      if (!(await liftStreamingBlock(tx, channelId, now))) throw new Refusal('notFound', 'STREAMING_NOT_BLOCKED')
      await recordAudit(tx, now, { action: actions[measure], channelId, detail: { reason } })
      await onMeasure(tx, publish, { channelId, measure, reason, block })
      return
    }
    if (liveId === null) throw new Refusal('notFound', 'NOT_LIVE')
    const live = { channelId, liveId }
    let title: string | null = null
    if (measure === 'END') {
      await endForGood(tx, publish, { channelId, now }, deps)
      if (block !== null) await blockStreaming(tx, channelId, { reason, endsAt: block.endsAt })
    } else if (measure === 'REMOVE_TITLE') title = await removeTitle(tx, channelId)
    else if (measure === 'REMOVE_PICTURE') await removePictures(tx, live)
    else await changeAgeLimit(tx, live, measure === 'SET_AGE_LIMIT')
    const isAgeLimit = actions[measure] === 'live.age_limit_changed'
    const detail = {
      liveId,
      reason,
      ...(block !== null && { block: duration }),
      ...(block?.endsAt != null && { endDate: utcSecond(block.endsAt) }),
      ...(isAgeLimit && { adult: measure === 'SET_AGE_LIMIT' }),
      ...(title !== null && { title }),
    }
    await recordAudit(tx, now, { action: actions[measure], channelId, detail })
    await onMeasure(tx, publish, { channelId, measure, reason, block })
    publish(channelChanged(channelId))
  })
}

const actions = {
  END: 'live.ended_by_moderator',
  SET_AGE_LIMIT: 'live.age_limit_changed',
  REMOVE_AGE_LIMIT: 'live.age_limit_changed',
  REMOVE_TITLE: 'live.title_removed',
  REMOVE_PICTURE: 'live.picture_removed',
  LIFT_BLOCK: 'live.block_lifted',
} as const satisfies Record<LiveMeasure, string>

/** Ends the live and replaces the stream key: the encoder is cut and cannot come back. */
async function endForGood(
  tx: Tx,
  publish: Publish,
  { channelId, now }: { channelId: string; now: number },
  deps: ModerateDeps,
) {
  await endLive(tx, publish, channelId, now)
  await queueEncoderCut(tx, publish, { channelId, wasLive: true, now }, deps)
  await replaceStreamKey(tx, channelId, now, deps)
}

/** Returns the title that it removes. */
async function removeTitle(tx: Tx, channelId: string) {
  const { title } = await lockSetting(tx, channelId)
  await updateSetting(tx, channelId, { default_live_title: null })
  return title
}

/** A page or an encoder sends another picture of the video within a minute. */
async function removePictures(tx: Tx, { channelId, liveId }: { channelId: string; liveId: number }) {
  await deleteThumbnailRow(tx, channelId)
  await deleteLivePicture(tx, liveId)
}

async function changeAgeLimit(tx: Tx, { channelId, liveId }: { channelId: string; liveId: number }, adult: boolean) {
  const before = await lockSetting(tx, channelId)
  const moves = isStricter(before, { ...before, adult })
  await updateSetting(tx, channelId, { adult, ...(moves && { watch_version: before.watchVersion + 1 }) })
  await setAdultBySite(tx, liveId, adult)
  if (adult) await markLimited(tx, channelId)
}
