import { limits } from '@onair/contract'
import type { Clock } from '../../infra/clock.ts'
import type { BatchItem } from './batch.ts'
import { parseAudioSpecificConfig, parseAvcC, parseOpusHead } from './codec-configs.ts'
import { PacketError, type AudioConfig, type AudioKind, type Packet } from './packet.ts'
import { requireValidPacket } from './packet-rules.ts'
import { renderMaster } from './playlist.ts'
import { Rendition, type Shared } from './rendition.ts'
import type { Segment } from './segment-window.ts'
import { StreamHealth } from './stream-health.ts'

/** The video of one live: takes packets from whatever publishes, and serves a bounded window of them to players. */
export class LiveVideo implements Shared {
  readonly renditions: Rendition[] = []
  readonly health: StreamHealth
  /** Seconds between two key frames, if the publisher has promised them. */
  keyFrameSec: number | null = null
  audio: AudioConfig | null = null
  /** The track whose packets are not taken. */
  lostTrack: Packet['track'] | null = null
  /** Called when a player requests something, for a source that works only while somebody watches. */
  onRequest: (() => void) | null = null
  /** Called with each segment that is complete. */
  onSegment: ((rendition: Rendition, segment: Segment) => void) | null = null
  /** Called with each packet that was taken. */
  onPacket: ((packet: Packet) => void) | null = null
  /** How often the packets have got another clock. */
  interruptions = 0
  readonly #clock: Pick<Clock, 'now' | 'uptime' | 'after'>
  readonly #waiters = new Set<() => void>()
  /** The platform's time, minus that of the publisher. */
  #lead: number | null = null

  constructor(clock: Pick<Clock, 'now' | 'uptime' | 'after'>) {
    this.#clock = clock
    this.health = new StreamHealth(clock)
  }

  configureVideo(index: number, avcC: Uint8Array): void {
    if (index >= limits.videoRenditions) throw new PacketError('MALFORMED', 'rendition')
    const config = parseAvcC(avcC)
    while (this.renditions.length <= index)
      this.renditions.push(new Rendition(this.renditions.length, this, () => this.#wake()))
    this.renditions[index]?.configure(config)
  }

  configureAudio(kind: AudioKind, description: Uint8Array): void {
    if (this.audio?.kind === kind && this.audio.description.equals(description)) return
    this.audio = kind === 'aac' ? parseAudioSpecificConfig(description) : parseOpusHead(description)
    for (const rendition of this.renditions) rendition.renewInit()
  }

  add(packet: Packet): void {
    requireValidPacket(packet)
    if (packet.track === this.lostTrack) {
      if (packet.track === 'video') this.interrupt()
      return
    }
    this.health.received(packet)
    if (packet.track === 'audio') {
      if (this.audio !== null) for (const rendition of this.renditions) rendition.addAudio(packet)
    } else this.#addVideo(packet)
    this.onPacket?.(packet)
  }

  #addVideo(packet: Packet): void {
    const rendition = this.renditions[packet.rendition]
    if (rendition?.config === undefined || rendition.config === null) throw new PacketError('NO_CONFIGURATION')
    const jumps = rendition.addVideo(packet)
    if (packet.rendition === 0) this.health.added(packet, jumps)
  }

  /** Adds the packets of a batch, which then can be played. Configurations are applied first: encoders answer in any order. */
  addBatch(items: readonly BatchItem[]): void {
    for (const { kind, isConfiguration, rendition, data } of items) {
      if (!isConfiguration) continue
      if (kind === 'avc') this.configureVideo(rendition, data)
      else this.configureAudio(kind, data)
    }
    for (const { kind, isConfiguration, ...item } of items)
      if (!isConfiguration) this.add({ ...item, track: kind === 'avc' ? 'video' : 'audio', offset: 0 })
    for (const rendition of this.renditions) rendition.cutPart()
  }

  /** The packets that follow have a clock of their own: those of another publisher, or of one that has lost packets. */
  interrupt(): void {
    this.#lead = null
    this.interruptions++
    this.health.interrupted()
    for (const rendition of this.renditions) rendition.interrupt()
  }

  /** Players end with what is there. */
  end(): void {
    for (const rendition of this.renditions) rendition.end()
    this.#wake()
  }

  get isPlayable(): boolean {
    return this.renditions.some((rendition) => rendition.isPlayable)
  }

  /** Bytes of the windows. */
  get bytes(): number {
    return this.renditions.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  master(): string {
    return renderMaster(
      this.renditions.flatMap(({ index, config, bandwidths, isPlayable }) =>
        config === null || !isPlayable ? [] : { index, config, bandwidths, audioCodec: this.audio?.codec ?? null },
      ),
    )
  }

  /** Waits until the rendition has the part. False: not in this time, or too many wait. */
  async waitFor(rendition: Rendition, sequence: number, part: number | null): Promise<boolean> {
    const until = this.#clock.uptime() + limits.blockedReloadSec * 1_000
    while (!rendition.has(sequence, part) && !rendition.isEnded) {
      const leftMs = until - this.#clock.uptime()
      if (leftMs <= 0 || this.#waiters.size >= limits.blockedReloads) return false
      await this.#nextChange(leftMs)
    }
    return true
  }

  async #nextChange(withinMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiters.add(resolve)
    using _timer = this.#clock.after(withinMs, resolve)
    await promise
    this.#waiters.delete(resolve)
  }

  #wake(): void {
    const waiters = [...this.#waiters]
    this.#waiters.clear()
    for (const resume of waiters) resume()
  }

  segmentClosed(rendition: Rendition, segment: Segment): void {
    this.onSegment?.(rendition, segment)
  }

  /** The platform's time of a frame. */
  dateOf(time: number): number {
    this.#lead ??= this.#clock.now() - time / 1_000
    return Math.round(this.#lead + time / 1_000)
  }
}
