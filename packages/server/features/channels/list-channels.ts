import type { Deps } from '../../infra/deps.ts'
import { findChannels } from './channel-store.ts'

/** The channels with these ids, without duplicates, in the order given. Unknown and malformed ids are left out. */
export async function listChannels(channelIds: readonly string[], { db }: Pick<Deps, 'db'>) {
  const ids = [...new Set(channelIds)].filter((id) => /^[0-9a-f]{32}$/.test(id))
  const rowsById = new Map((await findChannels(db.read, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => rowsById.get(id) ?? [])
}
