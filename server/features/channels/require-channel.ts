import { reasonForField, Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { channelExists } from './channel-store.ts'

/** Refuses a channel that does not exist: 404, naming the field. */
export async function requireChannel(field: string, channelId: string, { db }: Pick<Deps, 'db'>): Promise<void> {
  if (!(await channelExists(db.read, channelId)))
    throw new Refusal('notFound', reasonForField(field, 'NO_SUCH_CHANNEL'))
}
