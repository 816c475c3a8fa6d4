import type { ChatEntry, ViewerStatus } from '@onair/contract'
import type { ChannelDetails } from './queries.ts'
import { ChatFeed, emptySnapshot, type FeedSnapshot } from './chat/chat-feed.ts'
import { DelayedTask } from './delayed-task.ts'
import type { SocketHandlers, SocketMessage } from './viewer-socket.ts'

/** The cached channel and viewer status of the page, and how to read them from the server. */
export type ChannelCache = {
  getChannel(): ChannelDetails | undefined
  setChannel(channel: ChannelDetails): void
  /** Reads the channel from the server into the cache. */
  fetchChannel(): Promise<ChannelDetails>
  setViewer(viewer: ViewerStatus | null): void
  /** Reads the viewer status from the server into the cache. */
  fetchViewer(): Promise<unknown>
}
type Deps = {
  cache: ChannelCache
  openSocket: (handlers: SocketHandlers) => Disposable
  requestFrame: (callback: () => void) => unknown
}

/** The rate at which all pages of a channel together read it again after a RESYNC. */
const readsPerSecond = 1_000

/** Keeps a watched channel up to date: applies the messages of the viewer socket, and reads the channel again after gaps. */
export class ChannelStore {
  readonly feed: ChatFeed
  readonly #cache: ChannelCache
  readonly #openSocket: Deps['openSocket']
  readonly #listeners = new Set<() => void>()
  readonly #resyncTask = new DelayedTask(() => void this.#resync())
  readonly #viewerTask = new DelayedTask(() => void this.#fetchViewer())
  #socket: Disposable | null = null
  #isConnected = false
  #refusal: Error | null = null
  #awaitsFirstState = true
  /** The state that arrived since the last read began. It is newer than the response to that read. */
  #newerState: ChannelDetails['state'] | null = null
  #viewers = 0

  constructor({ cache, openSocket, requestFrame }: Deps) {
    this.feed = new ChatFeed(requestFrame)
    this.#cache = cache
    this.#openSocket = openSocket
  }

  readonly isConnected = (): boolean => this.#isConnected

  /** Why the server does not let the viewer connect, or null. */
  readonly getRefusal = (): Error | null => this.#refusal

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  start(): void {
    const cached = this.#cache.getChannel()
    if (cached !== undefined) this.#apply(cached, emptySnapshot)
    this.#awaitsFirstState = true
    this.#socket = this.#openSocket({
      onMessage: (message) => this.#onMessage(message),
      onOpenChange: (isOpen) => this.#onOpenChange(isOpen),
      onRefused: (error) => {
        this.#refusal = error
        this.#notify()
      },
    })
  }

  stop(): void {
    this.#socket?.[Symbol.dispose]()
    this.#resyncTask.cancel()
    this.#viewerTask.cancel()
  }

  #onOpenChange(isOpen: boolean): void {
    this.#isConnected = isOpen
    if (isOpen) this.#refusal = null
    else this.#awaitsFirstState = true
    this.#notify()
  }

  #notify(): void {
    for (const notify of this.#listeners) notify()
  }

  #onMessage(message: SocketMessage): void {
    switch (message[0]) {
      case 'CHAT':
      case 'DONATION':
      case 'SUBSCRIPTION':
      case 'GIFT':
        return this.feed.add({ type: message[0], event: message[1] } as ChatEntry)
      case 'HIDDEN':
      case 'CLEARED':
      case 'DONATION_HIDDEN':
        return this.feed.hide(message[1])
      case 'REPLY':
        return this.feed.setReply(message[1].eventId, message[1].reply)
      case 'VIEWER_STATUS':
        return this.#viewerTask.schedule(0)
      case 'RESYNC':
        return this.#resyncTask.schedule(this.#randomDelayMs())
      case 'STATE':
        return this.#onState(message[1])
    }
  }

  /** The first state after a connection follows a gap: events may have been missed, so the channel is read again. */
  #onState(state: ChannelDetails['state']): void {
    this.#viewers = state.live?.viewers ?? 0
    const channel = this.#cache.getChannel()
    if (this.#awaitsFirstState) this.#resyncTask.schedule(0)
    else if (channel !== undefined) {
      this.#newerState = state
      this.#cache.setChannel({ ...channel, state })
      if (JSON.stringify(channel.state.chatSettings) !== JSON.stringify(state.chatSettings))
        this.#viewerTask.schedule(this.#randomDelayMs())
    }
    this.#awaitsFirstState = false
  }

  /** Spreads the reads of all viewers of the channel. */
  #randomDelayMs(): number {
    return (Math.random() * this.#viewers * 1_000) / readsPerSecond
  }

  async #resync(): Promise<void> {
    const snapshot = this.feed.snapshot()
    this.#newerState = null
    // On a failure the page continues with the messages of the socket.
    const channel = await this.#cache.fetchChannel().catch(() => null)
    if (channel === null) return
    this.#apply(channel, snapshot)
    if (this.#newerState !== null) this.#cache.setChannel({ ...channel, state: this.#newerState })
  }

  async #fetchViewer(): Promise<void> {
    await this.#cache.fetchViewer().catch(() => {})
  }

  #apply(channel: ChannelDetails, snapshot: FeedSnapshot): void {
    this.feed.mergeRecent(channel.recent, snapshot)
    this.#cache.setViewer(channel.self)
  }
}
