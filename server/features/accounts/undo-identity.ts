import { because, Refusal } from '../../kit/refusal.ts'
import type { World } from '../../world/world.ts'
import { markIdentityUnverified, removeVerifiedIdentity } from './identity-store.ts'

/** Takes back that an account's identity is verified; the person may verify another then, and the account be verified anew. Gap 145. */
export async function undoIdentity(channelId: string, { db }: Pick<World, 'db'>): Promise<void> {
  await db.change(async (tx) => {
    await removeVerifiedIdentity(tx, channelId)
    if (!(await markIdentityUnverified(tx, channelId)))
      throw new Refusal('notFound', because('NO_VERIFIED_ACCOUNT', { channelId }))
  })
}
