import type { Deps } from '../../infra/deps.ts'
import type { Publish, Tx } from '../../infra/db/db.ts'
import { unsubscribePath } from './bell.ts'
import { postStart } from './live-hook.ts'
import { watchPathOf } from '../../shared/watch/watch-path.ts'
import { announcedAfterMs, announcedWithinMs, nextPostAt, quietMs } from './notice-rules.ts'
import {
  enqueuePost,
  findBelled,
  insertNotices,
  leaseDuePosts,
  lockMailedNotice,
  recordPost,
  updateMailedUntil,
  type DuePost,
  type PostResult,
} from './notice-store.ts'
import { enqueuePushes } from './push-store.ts'

/** A worker writes so many mails in a transaction, and so many transactions in a run: others get their turn. */
const [mailsPerBatch, batchesPerRun] = [50, 4]
/** Chat services that a worker posts to at the same time. */
const postsAtOnce = 8
/** Longer than an attempt. If the worker dies, another one posts again. */
const leaseSec = 30

/** A mail to a person about a live. */
type LiveMail = {
  channelId: string
  channelName: string
  title: string | null
  path: string
  unsubscribePath: string
}
/** Queues a mail. Passed in, because features know mail as little as possible; null where no mails are sent. */
export type QueueLiveMail = ((tx: Tx, publish: Publish, mail: LiveMail) => Promise<unknown>) | null

type AnnounceDeps = Pick<Deps, 'addresses' | 'clock' | 'dataKey' | 'db' | 'log' | 'outboundHttp' | 'random'>

/**
 * Announces lives that have begun, in three steps: stores which ones are announced, writes the mails and the notices to the
 * people whose bell is on, and posts to chat services. Each step goes on where another worker, or a run before, has stopped.
 */
export async function announceLives(queueMail: QueueLiveMail, deps: AnnounceDeps): Promise<void> {
  await storeNotices(deps)
  for (let batch = 0; batch < batchesPerRun && (await writeNotices(queueMail, deps)); batch++);
  await postStarts(deps)
}

async function storeNotices({ clock, db }: AnnounceDeps): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    const announced = await insertNotices(tx, {
      now,
      openedBy: now - announcedAfterMs,
      openedSince: now - announcedWithinMs,
      quietSince: now - quietMs,
    })
    for (const { channelId, liveId, isPublic } of announced)
      if (isPublic) await enqueuePost(tx, { channelId, liveId, now })
  })
}

/** Writes some mails and notices of one live. Returns whether there may be more. */
async function writeNotices(queueMail: QueueLiveMail, deps: AnnounceDeps): Promise<boolean> {
  return deps.db.transaction(async (tx, publish) => {
    const live = await lockMailedNotice(tx)
    if (live === null) return false
    const people = live.isOpen ? await findBelled(tx, live, mailsPerBatch) : []
    await enqueuePushes(tx, { personIds: people.map(({ id }) => id), liveId: live.liveId, now: deps.clock.now() })
    const { channelId, channelName, title } = live
    const path = watchPathOf(live)
    for (const { id: personId, getsMails } of people) {
      if (!getsMails) continue
      const mail = { channelId: personId, channelName, title, path }
      await queueMail?.(tx, publish, { ...mail, unsubscribePath: unsubscribePath({ channelId, personId }, deps) })
    }
    const isOver = people.length < mailsPerBatch
    await updateMailedUntil(tx, live.liveId, isOver ? null : (people.at(-1)?.id ?? null))
    return true
  })
}

async function postStarts(deps: AnnounceDeps): Promise<void> {
  const { clock, db } = deps
  const due = await db.transaction((tx) => leaseDuePosts(tx, { now: clock.now(), limit: postsAtOnce, leaseSec }))
  await Promise.all(
    due.map(async (post) => {
      const result = await attempt(post, deps)
      await db.transaction((tx) => recordPost(tx, post.id, { ...result, now: clock.now() }))
    }),
  )
}

async function attempt(post: DuePost, deps: AnnounceDeps): Promise<PostResult> {
  // It ended, or became private, before it was posted: nothing is said of it.
  if (!post.isOpen) return { state: 'FAILED', nextAttemptAt: null, failure: 'LIVE_ENDED' }
  // One that cannot be read, such as after an import without its key, is given up like one that does not answer.
  const failure = await postStart(post, post, deps).catch((error: unknown) => {
    deps.log.error({ error, channelId: post.channelId }, 'live_hook.failed')
    return 'NOT_READABLE'
  })
  if (failure === null) return { state: 'SENT', nextAttemptAt: null, failure }
  const nextAttemptAt = nextPostAt(post.attempts, deps.clock.now())
  return { state: nextAttemptAt === null ? 'FAILED' : 'WAITING', nextAttemptAt, failure }
}
