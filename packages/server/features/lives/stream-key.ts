import { hashSecret, seal, unseal, type SealFor } from '../../shared/secrets.ts'
import { recordAudit } from '../../shared/audit-store.ts'
import type { Tx } from '../../infra/db/db.ts'
import type { Tables } from '../../infra/db/tables.ts'
import type { Deps } from '../../infra/deps.ts'
import { queueEncoderCut } from './encoder-cuts/queue-encoder-cut.ts'
import { endLive } from './go-live.ts'
import { insertFirstKey, loadSealedKey, replaceKey } from './stream-key-store.ts'

export type StreamKeyDeps = Pick<Deps, 'clock' | 'db' | 'programKey' | 'random'>

/** The channel's stream key, created on the first request. */
export async function getStreamKey(channelId: string, deps: StreamKeyDeps): Promise<string> {
  const now = deps.clock.now()
  const sealed = await deps.db.transaction(async (tx) => {
    await recordAudit(tx, now, { action: 'stream_key.read', channelId })
    return (await loadSealedKey(tx, channelId)) ?? (await createFirstKey(tx, channelId, now, deps))
  })
  return unseal(sealed, streamKeySeal(channelId), deps.programKey)
}

/**
 * Rotates the stream key and returns the new one. The old key becomes invalid and a live ends, because an
 * unauthorized person may be publishing with the old key.
 */
export async function rotateStreamKey(channelId: string, deps: StreamKeyDeps & Pick<Deps, 'config'>): Promise<string> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx, publish) => {
    const liveId = await endLive(tx, publish, channelId, now)
    await queueEncoderCut(tx, publish, { channelId, wasLive: liveId !== null, now }, deps)
    const streamKey = await replaceStreamKey(tx, channelId, now, deps)
    await recordAudit(tx, now, { action: 'stream_key.rotated', channelId })
    return streamKey
  })
}

/** Replaces the stream key within a transaction of the caller, and returns the new one. */
export async function replaceStreamKey(tx: Tx, channelId: string, now: number, deps: StreamKeyDeps): Promise<string> {
  const { streamKey, row } = generateKey(channelId, now, deps)
  await replaceKey(tx, row)
  return streamKey
}

async function createFirstKey(tx: Tx, channelId: string, now: number, deps: StreamKeyDeps): Promise<Buffer> {
  const { row } = generateKey(channelId, now, deps)
  await insertFirstKey(tx, row)
  return (await loadSealedKey(tx, channelId)) ?? row.sealed
}

function generateKey(
  channelId: string,
  now: number,
  { programKey, random }: StreamKeyDeps,
): { streamKey: string; row: Tables['stream_key'] } {
  // 24 random bytes give 32 URL-safe characters.
  const streamKey = random.bytes(24).toString('base64url')
  const sealed = seal(streamKey, streamKeySeal(channelId), programKey, random)
  return { streamKey, row: { channel_id: channelId, hash: hashSecret(streamKey), sealed, created_at: now } }
}

/** The purpose and the context with which stream keys are sealed. */
export function streamKeySeal(channelId: string): SealFor {
  return { purpose: 'stream keys', context: channelId }
}
