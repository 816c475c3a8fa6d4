import { formatReason, limits, type StreamHint } from '@onair/contract'
import { counterKind } from '../infra/counters/counters.ts'
import { Bucket } from '../features/video/bucket.ts'
import type { DropReason, Publisher } from '../features/video/received-live.ts'
import { publishTo } from '../features/video/open-video.ts'
import { loadChannelOfKey } from '../features/lives/stream-key-store.ts'
import { hashSecret } from '../shared/secrets.ts'
import { countInNetworks, readNetworks } from '../shared/networks/count-in-networks.ts'
import { ipPrefix } from '../shared/networks/ip-prefix.ts'
import { Refusal } from '../shared/refusal.ts'
import type { Platform } from '../services.ts'
import type { AcceptPublisher, PublishRequest, TagReceiver } from './connection.ts'
import { FlvTags } from './flv-tags.ts'

/** Wrong stream keys of a network in a minute. */
const wrongKeys = counterKind('rtmp/wrong-keys', 60_000)

/** Decides about encoders: the stream key names the channel, which goes live or stays live. */
export function encoderGate(deps: Platform): AcceptPublisher {
  return async (request) => {
    try {
      return await accept(request, deps)
    } catch (error) {
      if (error instanceof Refusal) return { refusal: formatReason(error.reason) }
      deps.log.error({ error }, 'rtmp.accept_failed')
      return { refusal: 'the server could not start the broadcast, try again in a few seconds' }
    }
  }
}

async function accept(request: PublishRequest, deps: Platform): Promise<TagReceiver | { refusal: string }> {
  const { clock, config, counters, db, videos } = deps
  const use = { kind: wrongKeys, ip: request.address, limit: config.quotaUnknownCredentials }
  // While the counters are unavailable, right keys are accepted.
  const uncounted = (error: unknown) => {
    deps.log.warn({ error: String(error) }, 'rtmp.count_failed')
    return null
  }
  if (use.limit > 0 && (await readNetworks(counters, use, clock.now()).catch(uncounted))?.isRefused)
    return { refusal: 'too many wrong stream keys from this network, try again in a minute' }
  // The key is the name of the stream, or its parameter: `name?key=secret`.
  const key = request.query.get('key') ?? request.name
  const network = ipPrefix(request.address)
  const channelId = key === '' ? null : await loadChannelOfKey(db.read, hashSecret(key))
  if (channelId === null) {
    if (use.limit > 0) await countInNetworks(counters, use, clock.now()).catch(uncounted)
    videos.problems.add(network, { code: 'WRONG_KEY', params: {} })
    return { refusal: 'invalid stream key' }
  }
  if (videos.isCut(channelId)) {
    request.cut()
    return { refusal: 'cut' }
  }
  const encoder = new Encoder(request.refuse)
  try {
    const received = await publishTo(channelId, encoder, {}, deps)
    videos.problems.clear(network)
    return receive(encoder, received, request, deps)
  } catch (error) {
    const { code } = error instanceof Refusal ? error.reason : { code: null }
    if (code === 'LIVE_ELSEWHERE' || code === 'TOO_MANY_VIDEOS') videos.problems.add(channelId, { code, params: {} })
    throw error
  }
}

class Encoder implements Publisher {
  readonly source = 'encoder'
  readonly expectsAudio = true
  readonly #refuse: (reason: string) => void

  constructor(refuse: (reason: string) => void) {
    this.#refuse = refuse
  }

  drop(reason: DropReason): void {
    this.#refuse(reason === 'TAKEN_OVER' ? 'another page or encoder has taken over' : 'the broadcast has ended')
  }
}

function receive(
  encoder: Encoder,
  received: Awaited<ReturnType<typeof publishTo>>,
  { refuse, cut, setPaused }: PublishRequest,
  { clock, config, log, videos }: Platform,
): TagReceiver {
  const { channelId } = received
  const bytesPerSec = (config.videoMaxKbps * 1_000 * 1.5) / 8
  const bytes = new Bucket(clock, { perSec: bytesPerSec, burst: bytesPerSec * limits.queueSec })
  const end = (isMeant: boolean) => {
    tags.stop()
    videos.left(received, encoder, isMeant).catch((error: unknown) => log.error({ error }, 'video.end_failed'))
  }
  const onProblem = (hint: StreamHint) => {
    const params = hint.code === 'UPLOAD_TOO_FAST' ? { kbps: config.videoMaxKbps } : hint.params
    videos.problems.add(channelId, { ...hint, params })
    end(false)
    refuse(refusalText(hint.code, params))
  }
  const tags = new FlvTags(received, { videos, bytes, onProblem })
  let lastAt: number | null = null
  const take = (at: number, add: () => void) => {
    const change = videos.changeOf(received, Math.max(0, at - (lastAt ?? at)))
    lastAt = Math.max(at, lastAt ?? at)
    if (change?.kind === 'cut') return cut()
    if (change?.kind === 'late' && change.byMs > 0) {
      setPaused(true)
      clock.after(change.byMs, () => setPaused(false))
    }
    return add()
  }
  return {
    video: (at, tag) => take(at, () => tags.video(at, tag)),
    audio: (at, tag) => take(at, () => tags.audio(at, tag)),
    end,
  }
}

/** The sentence in the log of the encoder. */
function refusalText(code: StreamHint['code'], params: StreamHint['params']): string {
  switch (code) {
    case 'UNSUPPORTED_VIDEO_CODEC':
      return `the video codec ${params['codec']} is not supported, use H.264`
    case 'UNSUPPORTED_AUDIO_CODEC':
      return `the audio codec ${params['codec'] ?? 'of this stream'} is not supported, use AAC in mono or stereo`
    case 'UNSUPPORTED_SIZE':
      return 'the picture is too large, use at most 1920x1080'
    case 'KEY_FRAME_INTERVAL_TOO_LONG':
      return `the keyframe interval must be at most ${limits.keyFrameSec} seconds, use 2 seconds`
    case 'UPLOAD_TOO_FAST':
      return `the bit rate is above ${params['kbps'] ?? ''} kbit/s`
    default:
      return 'the stream is damaged'
  }
}
