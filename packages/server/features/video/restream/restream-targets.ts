import { limits, type consoleApi, type ContentOf, type RestreamStatus } from '@onair/contract'
import type { Deps } from '../../../infra/deps.ts'
import { recordAudit } from '../../../shared/audit-store.ts'
import { channelChanged } from '../../../shared/bus-messages.ts'
import { errorReason, invalidField, Refusal } from '../../../shared/refusal.ts'
import { seal, type SealFor } from '../../../shared/secrets.ts'
import {
  deleteTargetOf,
  insertTarget,
  listTargetRows,
  lockTargets,
  lockTargetUrl,
  updateTarget,
  type ListedTarget,
} from './restream-store.ts'

type RestreamDeps = Pick<Deps, 'clock' | 'db' | 'outboundRtmp' | 'programKey' | 'random'>
type TargetFields = { name: string; rtmpUrl: string; streamKey: string; isEnabled: boolean }

/** The targets of a channel and what happens to each. The keys are left out. */
export async function listRestreamTargets(
  channelId: string,
  { db, videos }: Pick<Deps, 'db'> & { videos: { isEnabled: boolean } },
): Promise<ContentOf<typeof consoleApi.restream.listRestreamTargets>> {
  const rows = await listTargetRows(db.read, channelId)
  const data = rows.map((row) => {
    const { id: targetId, name, url: rtmpUrl, isEnabled } = row
    return { targetId, name, rtmpUrl, isEnabled, status: statusOf(row) }
  })
  return { isAvailable: videos.isEnabled, data }
}

export async function createRestreamTarget(
  { channelId, ...fields }: { channelId: string } & TargetFields,
  deps: RestreamDeps,
): Promise<{ targetId: string }> {
  const { clock, db, programKey, random } = deps
  const now = clock.now()
  const targetId = random.uuid()
  const url = requireTargetUrl(fields.rtmpUrl, deps)
  const name = requireText('name', fields.name)
  const sealed = seal(requireText('streamKey', fields.streamKey), restreamKeySeal(targetId), programKey, random)
  await db.transaction(async (tx, publish) => {
    if ((await lockTargets(tx, channelId)) >= limits.restreamTargets)
      throw new Refusal('badInput', errorReason('TOO_MANY_RESTREAM_TARGETS', { most: limits.restreamTargets }))
    const is_enabled = fields.isEnabled
    await insertTarget(tx, { id: targetId, channel_id: channelId, name, url, sealed, is_enabled, created_at: now })
    const detail = { change: 'created', targetId, host: hostOf(url) }
    await recordAudit(tx, now, { action: 'restream.changed', channelId, detail })
    publish(channelChanged(channelId))
  })
  return { targetId }
}

/** Updates a target. Another address needs the key again: who takes over a session could send the key to a server of theirs. */
export async function updateRestreamTarget(
  { channelId, targetId, ...fields }: { channelId: string; targetId: string } & Partial<TargetFields>,
  deps: RestreamDeps,
): Promise<void> {
  const { clock, db, programKey, random } = deps
  const now = clock.now()
  const { name, streamKey, isEnabled } = fields
  const url = fields.rtmpUrl === undefined ? null : requireTargetUrl(fields.rtmpUrl, deps)
  await db.transaction(async (tx, publish) => {
    const former = await lockTargetUrl(tx, channelId, targetId)
    if (former === null) throw new Refusal('notFound', 'NO_SUCH_RESTREAM_TARGET')
    if (url !== null && url !== former && streamKey === undefined)
      throw invalidField('streamKey', 'RESTREAM_KEY_REQUIRED')
    await updateTarget(tx, targetId, {
      ...(name !== undefined && { name: requireText('name', name) }),
      ...(url !== null && url !== former && { url }),
      ...(isEnabled !== undefined && { is_enabled: isEnabled }),
      ...(streamKey !== undefined && {
        sealed: seal(requireText('streamKey', streamKey), restreamKeySeal(targetId), programKey, random),
      }),
    })
    const detail = { change: 'updated', targetId, host: hostOf(url ?? former) }
    await recordAudit(tx, now, { action: 'restream.changed', channelId, detail })
    publish(channelChanged(channelId))
  })
}

export async function deleteRestreamTarget(
  { channelId, targetId }: { channelId: string; targetId: string },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx, publish) => {
    const url = await deleteTargetOf(tx, channelId, targetId)
    if (url === null) throw new Refusal('notFound', 'NO_SUCH_RESTREAM_TARGET')
    const detail = { change: 'deleted', targetId, host: hostOf(url) }
    await recordAudit(tx, now, { action: 'restream.changed', channelId, detail })
    publish(channelChanged(channelId))
  })
}

function statusOf({ isEnabled, isLive, status }: ListedTarget): RestreamStatus {
  if (!isEnabled) return { ...nothingSent, state: 'off' }
  if (!isLive) return { ...nothingSent, state: 'idle' }
  return status ?? { ...nothingSent, state: 'connecting' }
}

/** The address without white space around it, and without a slash at its end. Throws if it is never allowed. */
function requireTargetUrl(text: string, { outboundRtmp }: RestreamDeps): string {
  const url = text.trim().replace(/\/$/, '')
  const refusal = outboundRtmp.refusalFor(url)
  if (refusal !== null) throw invalidField('rtmpUrl', refusal)
  return url
}

function requireText(field: 'name' | 'streamKey', value: string): string {
  const text = value.trim()
  if (text === '') throw invalidField(field, 'EMPTY')
  return text
}

function hostOf(url: string): string {
  return new URL(url).host
}

/** The purpose and the context with which the stream key of a target is sealed. */
export function restreamKeySeal(targetId: string): SealFor {
  return { purpose: 'restream keys', context: targetId }
}

/** The figures of a target that gets nothing. */
export const nothingSent: Omit<RestreamStatus, 'state'> = {
  problem: null,
  retrySec: null,
  kbps: 0,
  droppedFrames: 0,
  audio: 'none',
}
