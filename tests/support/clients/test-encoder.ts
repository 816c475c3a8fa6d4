import { getStreamKey } from '@onair/server/features/lives/stream-key.ts'
import type { Platform } from '@onair/server/services.ts'
import { openPublisher, type RtmpPublisher } from '@onair/server/infra/rtmp/publisher.ts'
import { eventually } from '../eventually.ts'
import { aacConfig, avcC, frameOf } from './video-upload.ts'

type App = {
  deps: Pick<Platform, 'clock' | 'config' | 'db' | 'random' | 'videos'>
  clock: { advance(ms: number): void }
}

/** The content of 320 ms. `keyEvery` is in frames, of which there are 25 in a second; 0 for no key frames. */
type Step = { hasVideo?: boolean; hasAudio?: boolean; keyEvery?: number; bytes?: number; hasBFrames?: boolean }

const stepMs = 320
const frameMs = 40
const framesPerStep = stepMs / frameMs
/** Decoded in the order I P B B. */
const offsetsMs = [80, 120, 0, 0]

/** An encoder that sends by RTMP as the fake clock goes, and connects again when it was cut. */
export async function connectTestEncoder(channelId: string, { deps, clock }: App, audioConfig: Buffer = aacConfig) {
  const { videos } = deps
  const target = { url: videos.encoderUrl ?? '', key: await getStreamKey(channelId, deps as Platform) }
  let publisher: RtmpPublisher | null = null
  let frame = 0

  async function connect(): Promise<RtmpPublisher> {
    const opened = await openPublisher(target)
    frame = 0
    opened.configureVideo(avcC)
    opened.configureAudio(audioConfig)
    void opened.ended.then(() => (publisher = null))
    return opened
  }

  function sendFrames(to: RtmpPublisher, { hasVideo = true, hasAudio = true, ...step }: Step): void {
    const { keyEvery = 25, bytes = 200, hasBFrames = false } = step
    for (const end = frame + framesPerStep; frame < end; frame++) {
      const [timeMs, isKey] = [frame * frameMs, frame % keyEvery === 0]
      const offsetMs = hasBFrames ? (offsetsMs[frame % offsetsMs.length] ?? 0) : 0
      if (hasVideo) to.video({ isKey, timeMs, offsetMs, data: frameOf(isKey, bytes) })
      if (hasAudio) for (const at of [0, 20]) to.audio({ timeMs: timeMs + at, data: Buffer.alloc(60, 3) })
    }
  }

  publisher = await connect()
  return {
    /** Advances the clock by a step, sends it, and waits until the server has it or has cut the connection. */
    async send(step: Step = {}, passedMs = stepMs): Promise<void> {
      clock.advance(passedMs)
      publisher ??= await connect().catch(() => null)
      if (publisher === null) return
      const { ended } = publisher
      sendFrames(publisher, step)
      const now = deps.clock.uptime()
      const hasArrived = () => videos.findReceived(channelId)?.video.health.lastPacketAt === now
      await Promise.race([ended, eventually(hasArrived)])
    },
    /** Sends a step without waiting for the server. */
    push: () => publisher !== null && sendFrames(publisher, {}),
    get isConnected() {
      return publisher !== null
    },
    [Symbol.dispose]: () => publisher?.close(),
  }
}
