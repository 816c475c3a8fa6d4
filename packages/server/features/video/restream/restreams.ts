import type { RestreamStatus } from '@onair/contract'
import type { Deps } from '../../../infra/deps.ts'
import { unseal } from '../../../shared/secrets.ts'
import type { ReceivedLive } from '../received-live.ts'
import { restreamKeySeal, nothingSent } from './restream-targets.ts'
import { listEnabledTargets, updateStatuses, type EnabledTarget, type StoredStatus } from './restream-store.ts'
import { TargetSender } from './target-sender.ts'

type RestreamsDeps = Pick<Deps, 'clock' | 'db' | 'log' | 'outboundRtmp' | 'programKey'>

/** A target while its live is here. `sender`: null where its key cannot be read. */
type Active = { version: number; sender: TargetSender | null; stored: { at: number; text: string } | null }

/** The figures of a target that sends are stored this often. What happens to it is stored at once. */
const storeFiguresMs = 5_000

/**
 * Sends the lives of this process on to the targets of their streamers. The database says which: `reconcile` reads it, and
 * stores there what happens to each, for the studio. A live never waits for a target. Decision 18.
 */
export class Restreams implements AsyncDisposable {
  readonly #deps: RestreamsDeps
  readonly #byLive = new Map<number, { received: ReceivedLive; targets: Map<string, Active> }>()
  readonly #ending = new Set<Promise<void>>()

  constructor(deps: RestreamsDeps) {
    this.#deps = deps
  }

  start(received: ReceivedLive): void {
    const targets = new Map<string, Active>()
    this.#byLive.set(received.liveId, { received, targets })
    received.video.onPacket = (packet) => {
      for (const { sender } of targets.values()) sender?.add(packet)
    }
  }

  /** Nothing more is sent of this live. */
  stop({ liveId, video }: ReceivedLive): void {
    const live = this.#byLive.get(liveId)
    this.#byLive.delete(liveId)
    video.onPacket = null
    for (const active of live?.targets.values() ?? []) this.#end(active)
  }

  /** Applies what streamers have changed, and stores what has happened. */
  async reconcile(): Promise<void> {
    const { db } = this.#deps
    if (this.#byLive.size === 0) return
    const channelIds = [...this.#byLive.values()].map(({ received }) => received.channelId)
    const rows = await listEnabledTargets(db.read, channelIds)
    for (const { received, targets } of this.#byLive.values()) {
      const wanted = rows.filter(({ channelId }) => channelId === received.channelId)
      for (const [id, active] of targets)
        if (!wanted.some((target) => target.id === id)) this.#remove(targets, id, active)
      for (const target of wanted) this.#apply(received, targets, target)
      // A source that sends only while somebody watches has a viewer.
      if (targets.size > 0) received.video.onRequest?.()
    }
    await this.#storeNews()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { received } of this.#byLive.values()) this.stop(received)
    await Promise.all(this.#ending)
  }

  #apply({ video }: ReceivedLive, targets: Map<string, Active>, target: EnabledTarget): void {
    const { id, url, version } = target
    const active = targets.get(id)
    if (active?.version === version) return
    if (active !== undefined) this.#remove(targets, id, active)
    const key = this.#unseal(target)
    const sender = key === null ? null : new TargetSender({ url, key }, video, this.#deps)
    targets.set(id, { version, sender, stored: null })
  }

  #unseal({ id, sealed }: EnabledTarget): string | null {
    try {
      return unseal(sealed, restreamKeySeal(id), this.#deps.programKey)
    } catch (error) {
      this.#deps.log.error({ error, targetId: id }, 'restream.key_unreadable')
      return null
    }
  }

  #remove(targets: Map<string, Active>, id: string, active: Active): void {
    targets.delete(id)
    this.#end(active)
  }

  #end({ sender }: Active): void {
    if (sender === null) return
    const ended = sender.stop().finally(() => this.#ending.delete(ended))
    this.#ending.add(ended)
  }

  async #storeNews(): Promise<void> {
    const at = this.#deps.clock.uptime()
    const news: { status: StoredStatus; active: Active; text: string }[] = []
    for (const { received, targets } of this.#byLive.values())
      for (const [id, active] of targets) {
        const status = active.sender?.status ?? unreadable
        const text = JSON.stringify({ ...status, kbps: 0, droppedFrames: 0 })
        const isDue = status.state === 'sending' && at - (active.stored?.at ?? 0) >= storeFiguresMs
        if (active.stored?.text !== text || isDue)
          news.push({ status: { id, liveId: received.liveId, status }, active, text })
      }
    if (news.length === 0) return
    const statuses = news.map(({ status }) => status)
    await updateStatuses(this.#deps.db.read, statuses)
    for (const { active, text } of news) active.stored = { at, text }
  }
}

const unreadable: RestreamStatus = {
  ...nothingSent,
  state: 'refused',
  problem: { code: 'KEY_UNREADABLE', params: {} },
}
