import type { consoleApi, ContentOf, Language } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { recordAudit } from '../../shared/audit-store.ts'
import { utcDate } from '../../shared/dates.ts'
import { invalidField, Refusal } from '../../shared/refusal.ts'
import { seal, unseal } from '../../shared/secrets.ts'
import { validateText } from '../../shared/text.ts'
import { chatMessage } from './notice-rules.ts'
import { deleteHook, loadChannelName, loadHook, putHook } from './notice-store.ts'
import { watchPathOf } from '../../shared/watch/watch-path.ts'

const deadlineMs = 5_000
const maxResponseBytes = 4_096

/** The chat service of a channel and what became of the last message. The address is left out. */
export async function getLiveHook(
  channelId: string,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof consoleApi.notices.getLiveHook>> {
  const row = await loadHook(db.read, channelId)
  if (row === null) return { hook: null }
  const { host, state, triedAt, failure } = row
  return { hook: { host, state, triedDate: triedAt === null ? null : utcDate(triedAt), failure } }
}

/** Stores the address of a chat service in place of the one before. */
export async function putLiveHook(
  { channelId, url: text }: { channelId: string; url: string },
  { clock, dataKey, db, outboundHttp, random }: Pick<Deps, 'clock' | 'dataKey' | 'db' | 'outboundHttp' | 'random'>,
): Promise<void> {
  const now = clock.now()
  const url = text.trim()
  const refusal = validateText(url) ?? outboundHttp.refusalFor(url)
  if (refusal !== null) throw invalidField('url', refusal)
  const { host } = new URL(url)
  const id = random.uuid()
  const sealed = seal(url, sealFor(id), { current: dataKey, previous: null }, random)
  await db.transaction(async (tx) => {
    await putHook(tx, { channel_id: channelId, id, host, sealed, created_at: now })
    await recordAudit(tx, now, { action: 'live_hook.changed', channelId, detail: { host } })
  })
}

/** Idempotent. */
export async function deleteLiveHook(channelId: string, { clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteHook(tx, channelId)
    await recordAudit(tx, clock.now(), { action: 'live_hook.changed', channelId, detail: { host: null } })
  })
}

type PostDeps = Pick<Deps, 'addresses' | 'dataKey' | 'outboundHttp'>

/** Posts a message as at the start of a live. Returns why it failed, or null. */
export async function testLiveHook(
  { channelId, language }: Pick<Start, 'channelId' | 'language'>,
  deps: PostDeps & Pick<Deps, 'db'>,
): Promise<string | null> {
  const [hook, channelName] = await Promise.all([
    loadHook(deps.db.read, channelId),
    loadChannelName(deps.db.read, channelId),
  ])
  if (hook === null || channelName === null) throw new Refusal('notFound', 'NO_LIVE_HOOK')
  return postStart(hook, { channelId, channelName, handle: null, title: null, language }, deps)
}

type Hook = { id: string; host: string; sealed: Buffer }
type Start = {
  channelId: string
  channelName: string
  handle: string | null
  title: string | null
  language: Language | null
}

/** Posts the start of a live. Returns why it failed, or null. */
export async function postStart(
  { id, host, sealed }: Hook,
  start: Start,
  { addresses, dataKey, outboundHttp }: PostDeps,
): Promise<string | null> {
  const message = chatMessage(host, { ...start, url: addresses.authUrl + watchPathOf(start) })
  const response = await outboundHttp.send({
    url: unseal(sealed, sealFor(id), { current: dataKey, previous: null }),
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
    deadlineMs,
    maxResponseBytes,
  })
  if ('failed' in response) return response.step === 'address' ? 'ADDRESS_NOT_ALLOWED' : 'NO_RESPONSE'
  return response.status >= 200 && response.status < 300 ? null : String(response.status)
}

const sealFor = (id: string) => ({ purpose: 'live hooks', context: id })
