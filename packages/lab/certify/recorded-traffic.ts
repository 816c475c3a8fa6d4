import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { sandboxApi, type ContentOf } from '@onair/contract'
import type { Client } from '@onair/sdk/http'
import { readMessage, type SeenRequest } from './seen-request.ts'
import { maxSeen, type SeenSession, type Traffic } from './traffic.ts'

type Record = ContentOf<typeof sandboxApi.inspector.listRecords>['data'][number]
export type OpenSession = ContentOf<typeof sandboxApi.sessions.listSessions>['data'][number]
type Options = {
  call: Client
  clientId: string
  /** The channel whose events count; null for a receiver. */
  channelId: string | null
  /** The sessions that are connected already. */
  sessions: readonly OpenSession[]
}

const pollMs = 200
const pageSize = 100
/** Requests seem this much later: where clocks differ a little, none seems to precede what caused it. */
const slackMs = 100
/** Pages that one poll reads. Older records are not read. */
const maxPages = 20

/** Reads what an application does from the inspector of the sandbox, which redacts secrets. */
export class RecordedTraffic implements Traffic {
  readonly requests: SeenRequest[] = []
  readonly sessions: SeenSession[]
  readonly isRedacted = true
  readonly #options: Options
  readonly #startedAt = performance.now()
  /** The times of the platform at the start of this object, one for each state of its clock. */
  readonly #epochs: number[]
  #newest: number
  #reading: Promise<void> = Promise.resolve()
  #isClosed = false
  readonly #polling: Promise<void>

  private constructor(options: Options, { newest, platformNow }: { newest: number; platformNow: number }) {
    const { sessions, channelId } = options
    this.#options = options
    this.#newest = newest
    this.#epochs = [platformNow]
    this.sessions = sessions.toReversed().map(({ sessionKey, subscribedEvents }) => ({
      ...newSession(sessionKey, 0),
      subscribed: new Set(
        subscribedEvents.filter((event) => event.channelId === channelId).map(({ eventType }) => eventType),
      ),
    }))
    this.#polling = this.#poll()
  }

  static async open(options: Options): Promise<RecordedTraffic> {
    const { call, clientId } = options
    const { page } = await call(sandboxApi.inspector.listRecords, { query: { clientId, size: 1 } })
    const { now } = await call(sandboxApi.demo.getOverview)
    return new RecordedTraffic(options, { newest: page.newest ?? 0, platformNow: Date.parse(now) - slackMs })
  }

  now(): number {
    return performance.now() - this.#startedAt
  }

  /** The next read begins after those that have begun. */
  sync(): Promise<void> {
    this.#reading = this.#reading.catch(() => {}).then(() => this.#read())
    return this.#reading
  }

  clockMoved(advancedSec: number): void {
    const current = this.#epochs.at(-1) ?? 0
    this.#epochs.push(current + advancedSec * 1_000)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    await this.#polling
  }

  /** A sandbox that does not answer is noticed by the checks. */
  async #poll(): Promise<void> {
    for (; !this.#isClosed; await sleep(pollMs)) await this.sync().catch(() => {})
  }

  async #read(): Promise<void> {
    const records = await this.#readNewRecords()
    this.#newest = records[0]?.position ?? this.#newest
    for (const record of records.toReversed())
      if (record.kind === 'request') this.#addRequest(record)
      else if (record.kind === 'frame') this.#follow(record)
    this.requests.sort((one, other) => one.at - other.at)
    this.requests.splice(0, this.requests.length - maxSeen)
    this.sessions.splice(0, this.sessions.length - maxSeen)
  }

  /** Newest first. */
  async #readNewRecords(): Promise<Record[]> {
    const { call, clientId } = this.#options
    const records: Record[] = []
    const query: { clientId: string; full: boolean; size: number; after: number; before?: number } = {
      clientId,
      full: true,
      size: pageSize,
      after: this.#newest,
    }
    for (let pages = 0; pages < maxPages; pages++) {
      const { data, page } = await call(sandboxApi.inspector.listRecords, { query })
      records.push(...data)
      if (page.next === null) break
      query.before = page.next
    }
    return records
  }

  #addRequest({ date, detail, status, traceId, fault }: Record): void {
    if (detail?.request == null) return
    const { method, url, headers, body } = detail.request
    const { pathname, searchParams } = new URL(url, 'http://sandbox')
    this.requests.push({
      at: this.#timeOf(date),
      method,
      path: decodeURI(pathname),
      query: searchParams,
      headers,
      body: body?.text ?? '',
      status: status ?? 0,
      message: readMessage(detail.response?.body?.text ?? ''),
      traceId,
      isFault: fault !== null,
      quotaPerMinute: Number(detail.response?.headers['ratelimit-limit'] ?? NaN) || null,
    })
  }

  #follow({ name, date, sessionKey, detail }: Record): void {
    const at = this.#timeOf(date)
    if (name === 'SYSTEM connected') this.sessions.push(newSession(sessionKey, at))
    if (name === 'refused') this.sessions.push({ ...newSession(sessionKey, at), sessionKey: null, isOpen: false })
    const session = this.sessions.findLast((candidate) => candidate.sessionKey === sessionKey)
    if (session === undefined) return
    if (name === 'closed') session.isOpen = false
    if (!name.startsWith('SYSTEM ') || name === 'SYSTEM connected') return
    const { type, data } = JSON.parse(detail?.payload?.text ?? '{}') as {
      type?: string
      data: { [key: string]: string }
    }
    const { eventType = '', channelId } = data ?? {}
    if (channelId !== this.#options.channelId) return
    if (type === 'subscribed') session.subscribed.add(eventType)
    else session.subscribed.delete(eventType)
    if (type === 'revoked') session.revokedAt = at
  }

  /** A record is young when it is read, so the state of the clock is the one with which it is youngest. */
  #timeOf(date: string): number {
    const times = this.#epochs.map((epoch) => Date.parse(date) - epoch)
    const ageOf = (time: number) => Math.abs(this.now() - time)
    return times.reduce((nearest, time) => (ageOf(time) <= ageOf(nearest) ? time : nearest))
  }
}

function newSession(sessionKey: string | null, connectedAt: number): SeenSession {
  // The inspector names the session of a URL, not the URL.
  return { urlId: sessionKey ?? '', sessionKey, connectedAt, revokedAt: -Infinity, subscribed: new Set(), isOpen: true }
}
