import { limits } from '@onair/contract'
import { channelChanged } from '../../shared/bus-messages.ts'
import { hashSecret } from '../../shared/secrets.ts'
import { errorReason, invalidField, Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { goLive } from '../lives/go-live.ts'
import type { ReceivedLive, Publisher } from './received-live.ts'
import type { LiveVideos } from './live-videos.ts'
import { Upload } from './uploads.ts'
import { claimVideo } from './video-store.ts'

type OpenDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'random'> & { videos: LiveVideos }

type OpenedUpload = {
  channelId: string
  video: readonly { width: number; height: number }[]
  audio: boolean
  takeOver: boolean
  /** The token of the upload that this one continues, as after a reload. */
  token: string | null
}

/** Opens the upload of a page: the channel goes live, or its live continues. */
export async function openVideo(
  { channelId, video: sizes, audio, takeOver, token: former }: OpenedUpload,
  deps: OpenDeps,
) {
  const { config, videos } = deps
  if (sizes.some(({ width, height }) => width * height > limits.videoPixels))
    throw invalidField('video', errorReason('TOO_LARGE', { most: limits.videoPixels }))
  const previous = former === null ? null : videos.uploads.find(former)
  const isContinued = previous instanceof Upload && previous.channelId === channelId
  const { token, upload } = videos.uploads.create(channelId, audio)
  try {
    const tokens = { tokenHash: hashSecret(token), formerTokenHash: former === null ? null : hashSecret(former) }
    const received = await publishTo(channelId, upload, { takesOver: takeOver, isContinued, ...tokens }, deps)
    received.video.keyFrameSec = limits.pageKeyFrameSec
    return {
      liveId: received.liveId,
      uploadUrl: `${videos.mediaUrl}/upload`,
      token,
      next: 0,
      batchMs: limits.batchMs,
      keyFrameSec: limits.pageKeyFrameSec,
      queueSec: limits.queueSec,
      maxKbps: config.videoMaxKbps,
    }
  } catch (error) {
    upload.drop('LIVE_ENDED')
    throw error
  }
}

/**
 * How a publisher claims a channel. `takesOver`: also from one that sends. `isContinued`: the one that sends here is itself,
 * before a reload. The tokens prove the same to another process.
 */
type Claiming = {
  takesOver?: boolean
  isContinued?: boolean
  tokenHash?: Buffer | null
  formerTokenHash?: Buffer | null
}

/** Makes this the publisher of a channel, which goes live or stays live. Throws while another one sends. */
export async function publishTo(
  channelId: string,
  publisher: Publisher,
  { takesOver = false, isContinued = false, tokenHash = null, formerTokenHash = null }: Claiming,
  deps: OpenDeps,
): Promise<ReceivedLive> {
  const { db, random, videos } = deps
  using _place = videos.reserve(channelId)
  refuseIfTaken()
  const liveId = await goLive({ channelId }, deps)
  const claim = {
    liveId,
    owner: videos.id,
    mediaUrl: videos.mediaUrl,
    source: publisher.source,
    playbackId: random.uuid(),
    takesOver,
    tokenHash,
    formerTokenHash,
    leaseSec: limits.videoLeaseSec,
  }
  const claimed = await db.transaction(async (tx, publish) => {
    publish(channelChanged(channelId))
    return claimVideo(tx, claim)
  })
  // Another one may have come first meanwhile.
  refuseIfTaken()
  if (claimed === null) throw new Refusal('badInput', 'LIVE_ELSEWHERE')
  videos.problems.clear(channelId)
  return videos.start({ channelId, liveId, ...claimed }, publisher)

  function refuseIfTaken() {
    if (!takesOver && !isContinued && videos.isTaken(channelId)) throw new Refusal('badInput', 'LIVE_ELSEWHERE')
  }
}
