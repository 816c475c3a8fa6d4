import type { Visitor } from '../../kit/page-call.ts'
import { hashOf, newSecret } from '../../kit/secrets.ts'
import type { World } from '../../world/world.ts'
import { insertWebSession, loadVisitor, removeWebSession } from './web-session-store.ts'

const lifetimeSec = 30 * 86_400

/** Signs a person in: always a new secret, and what this browser had before is ended. */
export async function openWebSession(
  channelId: string,
  before: Visitor | null,
  { clock, db, random }: Pick<World, 'clock' | 'db' | 'random'>,
): Promise<{ secret: string; lifetimeSec: number }> {
  const secret = newSecret(random)
  await db.change(async (tx) => {
    if (before !== null) await removeWebSession(tx, before.sessionHash)
    await insertWebSession(tx, {
      token_hash: hashOf(secret),
      channel_id: channelId,
      created_at: clock.now(),
      expires_at: clock.onward() + lifetimeSec * 1000,
    })
  })
  return { secret, lifetimeSec }
}

export async function endWebSession({ sessionHash }: Visitor, { db }: Pick<World, 'db'>): Promise<void> {
  await db.change((tx) => removeWebSession(tx, sessionHash))
}

/** Who holds the cookie with this secret, or null. */
export async function visitorOf(secret: string, { clock, db }: Pick<World, 'clock' | 'db'>): Promise<Visitor | null> {
  const sessionHash = hashOf(secret)
  const found = await loadVisitor(db.read, sessionHash, clock.onward())
  return found === null ? null : { ...found, sessionHash }
}
