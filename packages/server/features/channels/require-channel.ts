import { reasonForField, Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { channelExists } from './channel-store.ts'

/** Throws 404 with this field if the channel does not exist. */
export async function requireChannel(field: string, channelId: string, { db }: Pick<Deps, 'db'>): Promise<void> {
  if (!(await channelExists(db.read, channelId)))
    throw new Refusal('notFound', reasonForField(field, 'NO_SUCH_CHANNEL'))
}
