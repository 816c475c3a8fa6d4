import type { BodyOf, consoleApi, ContentOf } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { invalidField } from '../../shared/refusal.ts'
import { hashSecret, seal, unseal } from '../../shared/secrets.ts'
import { watchPathOf } from '../../shared/watch/watch-path.ts'
import { nextPushAt, pushMessage } from './notice-rules.ts'
import {
  encryptPush,
  hasPushKeys,
  newPushKeys,
  pushAuthorization,
  type PushKeys,
  type PushTarget,
} from './push-crypto.ts'
import {
  deleteSubscription,
  deleteSubscriptionOf,
  findDueOrigins,
  findSubscribedSession,
  leaseDuePushes,
  loadPushKey,
  putPushKey,
  putSubscription,
  recordPush,
  type DuePush,
} from './push-store.ts'

type KeyDeps = Pick<Deps, 'dataKey' | 'db' | 'random'>

/** The public key of the site for the browser, which is made at the first use, and whether this session gets notices. */
export async function getPush(
  sessionHash: Buffer,
  deps: KeyDeps,
): Promise<ContentOf<typeof consoleApi.notices.getPush>> {
  const { publicKey } = await loadKeys(deps)
  return { publicKey, sessionId: await findSubscribedSession(deps.db.read, sessionHash) }
}

/** The browser of this session gets notices from now on. */
export async function putPush(
  { sessionHash, ...target }: BodyOf<typeof consoleApi.notices.putPush> & { sessionHash: Buffer },
  { clock, dataKey, db, outboundHttp, random }: Pick<Deps, 'clock' | 'dataKey' | 'db' | 'outboundHttp' | 'random'>,
): Promise<void> {
  const now = clock.now()
  const { endpoint } = target
  const refusal = outboundHttp.refusalFor(endpoint)
  if (refusal !== null) throw invalidField('endpoint', refusal)
  if (!hasPushKeys(target)) throw invalidField('p256dh', 'INVALID_VALUE')
  const id = random.uuid()
  const sealed = seal(JSON.stringify(target), sealFor(id), { current: dataKey, previous: null }, random)
  const [endpoint_hash, { origin }] = [hashSecret(endpoint), new URL(endpoint)]
  await db.transaction((tx) =>
    putSubscription(tx, { session_hash: sessionHash, id, endpoint_hash, origin, sealed, created_at: now }),
  )
}

/** Idempotent. */
export async function deletePush(
  { personId, sessionId }: { personId: string; sessionId: string },
  { db }: Pick<Deps, 'db'>,
): Promise<void> {
  await db.transaction((tx) => deleteSubscriptionOf(tx, personId, sessionId))
}

/** Push services that a worker sends to in a run, how long it does, and notices to one of them at the same time. */
const [originsPerRun, runMs, pushesAtOnce] = [10, 10_000, 8]
/** Longer than an attempt. */
const leaseSec = 30
const deadlineMs = 5_000
const maxResponseBytes = 1_024
/** A notice is of no use much later. */
const keptSec = 1_800
const authorizedMs = 12 * 3_600_000

type PushDeps = KeyDeps & Pick<Deps, 'addresses' | 'clock' | 'log' | 'outboundHttp'>

/**
 * Sends the notices that are due, to each push service on its own: a slow one delays no other. A browser that its push
 * service no longer knows gets none any more.
 */
export async function sendPushes(deps: PushDeps): Promise<void> {
  const origins = await findDueOrigins(deps.db.read, deps.clock.now(), originsPerRun)
  await Promise.all(origins.map((origin) => sendPushesTo(origin, deps)))
}

async function sendPushesTo(origin: string, deps: PushDeps): Promise<void> {
  const { clock, db } = deps
  const until = clock.uptime() + runMs
  while (clock.uptime() < until) {
    const lease = { origin, now: clock.now(), limit: pushesAtOnce, leaseSec }
    const due = await db.transaction((tx) => leaseDuePushes(tx, lease))
    if (due.length === 0) return
    const keys = await loadKeys(deps)
    await Promise.all(due.map((push) => sendPush(push, keys, deps)))
  }
}

async function sendPush(push: DuePush, keys: PushKeys, deps: PushDeps): Promise<void> {
  const { clock, db, log } = deps
  const status = push.isOpen
    ? await attempt(push, keys, deps).catch((error: unknown) => {
        log.error({ error, channelId: push.channelId }, 'push.failed')
        return null
      })
    : null
  await db.transaction(async (tx) => {
    if (status === 404 || status === 410) return deleteSubscription(tx, push.subscriptionId)
    await recordPush(tx, push, nextPushAt(status, push.attempts, clock.now()))
  })
}

/** Sends a notice. Returns the status of the response, 0 where there is none. */
async function attempt(push: DuePush, keys: PushKeys, deps: PushDeps): Promise<number> {
  const { addresses, clock, dataKey, outboundHttp, random } = deps
  const text = unseal(push.sealed, sealFor(push.subscriptionId), { current: dataKey, previous: null })
  const target = JSON.parse(text) as PushTarget
  const expiresAt = clock.now() + authorizedMs
  const message = pushMessage({ ...push, path: watchPathOf(push) })
  const response = await outboundHttp.send({
    url: target.endpoint,
    method: 'POST',
    headers: {
      authorization: pushAuthorization(keys, { endpoint: target.endpoint, expiresAt, subject: addresses.authUrl }),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(keptSec),
      urgency: 'high',
    },
    body: encryptPush(JSON.stringify(message), target, random),
    deadlineMs,
    maxResponseBytes,
  })
  return 'failed' in response ? 0 : response.status
}

/**
 * The key pair of the site. Of several processes that make one, the first wins. One that cannot be read, such as after an
 * import without its key, is replaced: browsers then subscribe again.
 */
async function loadKeys({ dataKey, db, random }: KeyDeps): Promise<PushKeys> {
  const key = { current: dataKey, previous: null }
  const stored = await loadPushKey(db.read)
  try {
    if (stored !== null) return { publicKey: stored.public_key, privateKey: unseal(stored.sealed, keySeal, key) }
  } catch {
    // Replaced below.
  }
  const { publicKey, privateKey } = newPushKeys(random)
  const made = { public_key: publicKey, sealed: seal(privateKey, keySeal, key, random) }
  await db.transaction((tx) => putPushKey(tx, made, stored?.public_key ?? null))
  return loadKeys({ dataKey, db, random })
}

const keySeal = { purpose: 'push key', context: '' }
const sealFor = (id: string) => ({ purpose: 'push subscriptions', context: id })
