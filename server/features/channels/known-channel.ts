import { inField, Refusal } from '../../kit/refusal.ts'
import type { World } from '../../world/world.ts'
import { isChannel } from './channel-store.ts'

/** Refuses a channel that does not exist: 404, naming the field. */
export async function knownChannel(field: string, channelId: string, { db }: Pick<World, 'db'>): Promise<void> {
  if (!(await isChannel(db.read, channelId))) throw new Refusal('notFound', inField(field, 'NO_SUCH_CHANNEL'))
}
