import { live } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { hashOf, keyFor, seal, unseal } from '../../kit/secrets.ts'
import type { StreamKey } from '../../world/db/tables.ts'
import type { World } from '../../world/world.ts'
import { endLive } from './go-offline.ts'
import { insertFirstKey, loadSealedKey, putKey } from './stream-key-store.ts'

type Needs = Pick<World, 'clock' | 'db' | 'programKey' | 'random'>

export const readStreamKey = handle(live.readStreamKey, async ({ caller }, world) => ({
  streamKey: await streamKeyOf(caller.channelId, world),
}))

/** The channel's stream key, made when it is first asked for. */
export async function streamKeyOf(channelId: string, world: Needs): Promise<string> {
  const sealed = (await loadSealedKey(world.db.read, channelId)) ?? (await firstKeyOf(channelId, world))
  return unseal(sealed, channelId, keyFor('stream keys', world.programKey))
}

/**
 * Gives the channel another stream key and answers it. The key before is good no more, and a broadcast that is on the
 * air ends, because whoever has the old key may be the one who sends it.
 */
export async function rotateStreamKey(channelId: string, world: Needs): Promise<string> {
  const now = world.clock.now()
  const { streamKey, row } = newKey(channelId, now, world)
  await world.db.change(async (tx, tell) => {
    await endLive(tx, tell, channelId, now)
    await putKey(tx, row)
  })
  return streamKey
}

async function firstKeyOf(channelId: string, world: Needs): Promise<Buffer> {
  const { row } = newKey(channelId, world.clock.now(), world)
  return world.db.change(async (tx) => {
    await insertFirstKey(tx, row)
    return (await loadSealedKey(tx, channelId)) ?? row.sealed
  })
}

function newKey(channelId: string, now: number, { programKey, random }: Needs): { streamKey: string; row: StreamKey } {
  // 24 random bytes are 32 characters that are safe in URLs.
  const streamKey = random.bytes(24).toString('base64url')
  const sealed = seal(streamKey, channelId, keyFor('stream keys', programKey), random)
  return { streamKey, row: { channel_id: channelId, hash: hashOf(streamKey), sealed, created_at: now } }
}
