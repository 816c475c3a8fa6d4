import { sandboxApi, usesCookie, type Endpoint } from '@onair/contract'
import { actions, type Action } from '@onair/contract/sandbox/actions'
import { ApiError, type Client, type Credentials } from '@onair/sdk/http'
import { ChatBatches, type ChatMessage } from './chat-batches.ts'
import { coalesce } from './coalesce.ts'
import type { Line, RecordLine, StartLine } from './lines.ts'
import { MessageRefused, retryWhileBusy } from '../retry-while-busy.ts'
import { actionOf, contentOf, isChange, requestOf, toCall, type Call } from './to-call.ts'

export type Target = {
  baseUrl: string
  /** The channel that takes the place of the recorded one. */
  channelId: string
  clientId: string
  clientSecret: string
  people: readonly { channelId: string; is: string }[]
  createCaller: (credentials: Credentials) => Client
}
export type Counts = { done: number; refused: number; skipped: number }

const maxMessageIds = 10_000

/** Repeats the lines of a recording in another sandbox. Ids of the recording are replaced by those of the sandbox. */
export class Player {
  readonly counts: Counts = { done: 0, refused: 0, skipped: 0 }
  /** Refusals by code and skipped requests by name. */
  readonly reasons = new Map<string, number>()
  readonly #target: Target
  readonly #call: Client
  readonly #chats: ChatBatches
  /** Ids of the recording and those of the sandbox. Grows by one entry for each thing that the recording names. */
  readonly #ids = new Map<string, string>()
  readonly #names = new Map<string, string>()
  readonly #createPeople = coalesce((recordedIds: string[]) => this.#create(recordedIds))
  readonly #callers = new Map<string, Promise<Client>>()
  /** Ids of messages by the requests that sent them, until their events are played. */
  readonly #messageIds = new Map<string, string>()
  #recordedUrl: string | null = null

  constructor(target: Target) {
    this.#target = target
    this.#call = target.createCaller({})
    this.#chats = new ChatBatches(this.#call)
    this.#ids.set('main', target.channelId)
  }

  /**
   * The person whose lines must not overtake each other. Null: the line waits for all others. The player itself keeps
   * the order of messages.
   */
  static orderOf(line: Line): { person: string | null; isMessage: boolean } {
    const action = actionOf(line)
    if (action === null || !concurrentActions.has(action.action)) return { person: null, isMessage: false }
    const { byChannelId } = action.input
    return { person: typeof byChannelId === 'string' ? byChannelId : 'anonymous', isMessage: action.action === 'chat' }
  }

  /** Whether the line is repeated, and not only information. */
  static isRepeated(line: Line): boolean {
    return (
      line.kind === 'action' ||
      (line.kind !== 'start' && line.kind !== 'person' && (actionOf(line) ?? requestOf(line)) !== null)
    )
  }

  /** A message takes its place among the others now; all else waits for the lines `before`. */
  async play(line: Line, before: Promise<void> = Promise.resolve()): Promise<void> {
    if (line.kind === 'start') return this.#start(line)
    if (line.kind === 'person') return void this.#names.set(line.channelId, line.channelName)
    const messageId = this.#takeMessageId(line)
    const found = toCall(line)
    const call = found && messageId !== null ? { ...found, response: { ...Object(found.response), messageId } } : found
    if (call === null) return isChange(line) ? this.#count('skipped', line.name) : undefined
    try {
      const input = before.then(() => this.#translate(call.input, '') as Promise<Record<string, object>>)
      const content = await this.#send(call, input)
      this.#learn(call.response, content)
      this.counts.done += 1
    } catch (error) {
      if (error instanceof MessageRefused) return this.#count('refused', error.reason.code)
      if (!(error instanceof ApiError) || error.status >= 500 || error.code === 0) throw error
      this.#count('refused', error.reason?.code ?? error.apiMessage)
    }
  }

  /** An event does not have the id of its message, by which pages hide it; the request that sent it has. */
  #takeMessageId({ traceId, ...line }: Line & { traceId?: string | null }): string | null {
    if (traceId === undefined || traceId === null) return null
    if (line.kind === 'request') {
      const id = Reflect.get(Object(contentOf(line.response)), 'messageId')
      if (typeof id === 'string') {
        const [oldest] = this.#messageIds.keys()
        if (oldest !== undefined && this.#messageIds.size >= maxMessageIds) this.#messageIds.delete(oldest)
        this.#messageIds.set(traceId, id)
      }
      return null
    }
    const messageId = (line.kind === 'event' && this.#messageIds.get(traceId)) || null
    if (messageId !== null) this.#messageIds.delete(traceId)
    return messageId
  }

  async #send(call: Call, input: Promise<Record<string, object>>): Promise<unknown> {
    if (call.endpoint === actions.chat) return this.#chats.send(input.then(({ body }) => body as ChatMessage))
    const translated = await input
    const caller = await this.#callerOf(call)
    return retryWhileBusy(() => caller(call.endpoint as typeof sandboxApi.demo.reset, translated as never))
  }

  #count(kind: 'refused' | 'skipped', reason: string) {
    this.counts[kind] += 1
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1)
  }

  #start({ channelId, clientId, people, baseUrl }: StartLine) {
    this.#recordedUrl = baseUrl
    this.#ids.set(clientId, this.#target.clientId)
    const free = [...this.#target.people]
    for (const person of people) {
      this.#names.set(person.channelId, person.channelName)
      const at = free.findIndex(({ is }) => is === person.role)
      const [match] = at === -1 ? [] : free.splice(at, 1)
      if (match !== undefined) this.#ids.set(person.channelId, match.channelId)
    }
    this.#ids.set(channelId, this.#target.channelId)
  }

  /** Replaces ids and addresses. A person that the sandbox does not have is created. */
  async #translate(value: unknown, field: string): Promise<unknown> {
    if (Array.isArray(value)) return Promise.all(value.map((item) => this.#translate(item, field.replace(/s$/, ''))))
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value).map(async ([name, inner]) => [name, await this.#translate(inner, name)])
      return Object.fromEntries((await Promise.all(entries)) as [string, unknown][])
    }
    if (field === 'messageTime') return Number(this.#ids.get(String(value)) ?? value)
    if (typeof value !== 'string') return value
    const known = this.#ids.get(value)
    if (known !== undefined) return known
    if (personFields.has(field)) return this.#findPerson(value)
    return this.#recordedUrl !== null && (field === 'webhookUrl' || field === 'url')
      ? value.replace(this.#recordedUrl, this.#target.baseUrl)
      : value
  }

  async #findPerson(recordedId: string): Promise<string> {
    await this.#createPeople(recordedId)
    const id = this.#ids.get(recordedId)
    if (id === undefined) throw new Error(`no person was created for ${recordedId}`)
    return id
  }

  /** People who were needed while the last request ran are created by the next one: at most one per line in flight. */
  async #create(recordedIds: string[]): Promise<void> {
    const missing = recordedIds.filter((id) => !this.#ids.has(id))
    if (missing.length === 0) return
    const channelNames = missing.map((id) => this.#names.get(id) ?? id.slice(0, 30))
    const { data } = await retryWhileBusy(() => this.#call(sandboxApi.people.createPeople, { body: { channelNames } }))
    for (const [index, { channelId }] of data.entries()) this.#ids.set(missing[index] ?? '', channelId)
  }

  /**
   * The sandbox API needs no credentials; the Open API those of the application, or of the user for it; the console
   * the cookie of the person.
   */
  async #callerOf({ endpoint, caller }: Call): Promise<Client> {
    if (endpoint.auth.kind === 'none' || caller === undefined) return this.#call
    if (usesCookie(endpoint.auth)) return this.#signIn(endpoint, caller)
    const { clientId, clientSecret } = this.#target
    const key =
      endpoint.auth.kind === 'client' ? '' : ((await this.#translate(caller.channelId, 'channelId')) as string)
    const known = this.#callers.get(key) ?? this.#createCaller(key, { clientId, clientSecret })
    this.#callers.set(key, known)
    return known
  }

  /** A change of secrets needs a sign-in of the last ten minutes. */
  async #signIn(endpoint: Endpoint, { byChannelId = '' }: RecordLine): Promise<Client> {
    const channelId = await this.#findKnownPerson(byChannelId)
    const key = `console ${channelId}`
    const known = endpoint.needsRecentPassword ? undefined : this.#callers.get(key)
    const signIn = async () => {
      const { cookie } = await this.#call(sandboxApi.people.signIn, { pathParams: { channelId } })
      return this.#target.createCaller({ cookie })
    }
    const caller = known ?? signIn()
    this.#callers.set(key, caller)
    return caller
  }

  async #findKnownPerson(recordedId: string): Promise<string> {
    return this.#ids.get(recordedId) ?? this.#findPerson(recordedId)
  }

  async #createCaller(channelId: string, client: { clientId: string; clientSecret: string }): Promise<Client> {
    if (channelId === '') return this.#target.createCaller(client)
    const body = { clientId: client.clientId, channelId }
    const { accessToken } = await this.#call(sandboxApi.grants.createGrant, { body })
    return this.#target.createCaller({ accessToken })
  }

  /** Ids that the recorded answer has and this one, in the same places. */
  #learn(recorded: unknown, content: unknown, field = '') {
    if (typeof recorded === 'object' && recorded !== null && typeof content === 'object' && content !== null) {
      for (const [name, value] of Object.entries(recorded))
        this.#learn(value, Reflect.get(content, name), Array.isArray(recorded) ? field : name)
    } else if (isId(recorded) && isId(content) && /(Ids?|Key|^messageTime)$/.test(field))
      this.#ids.set(String(recorded), String(content))
  }
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

const concurrentActions: ReadonlySet<Action> = new Set(['chat', 'donate', 'subscribe', 'follow', 'unfollow'])
const personFields: ReadonlySet<string> = new Set([
  'channelId',
  'byChannelId',
  'ownerChannelId',
  'targetChannelId',
  'senderChannelId',
  'managerChannelId',
])
