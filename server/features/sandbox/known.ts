import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../world/world.ts'
import { loadApp, type RegisteredApp } from '../apps/app-store.ts'
import { isChannel } from '../channels/channel-store.ts'

/** Refuses a channel that does not exist: 404, naming the field. */
export async function knownChannel(field: string, channelId: string, { db }: Pick<World, 'db'>): Promise<void> {
  if (!(await isChannel(db.read, channelId))) throw unknown(field, 'channel')
}

export async function knownApp(clientId: string, { db }: Pick<World, 'db'>): Promise<RegisteredApp> {
  return (await loadApp(db.read, clientId)) ?? raise(unknown('clientId', 'application'))
}

function unknown(field: string, thing: string): Refusal {
  return new Refusal('notFound', `${field}: there is no such ${thing}`)
}

function raise(refusal: Refusal): never {
  throw refusal
}
