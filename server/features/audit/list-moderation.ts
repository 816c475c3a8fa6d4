import { limits, type consoleApi, type ContentOf } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { reasonForField, Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { findModerationEntries } from './moderation-store.ts'

type ModerationLog = ContentOf<typeof consoleApi.moderation.listModerationLog>

/** Who moderated a channel and how, the newest first; of one target only, if given. */
export async function listModeration(
  channelId: string,
  { next, targetChannelId }: { next?: string; targetChannelId?: string },
  { db }: Pick<Deps, 'db'>,
): Promise<ModerationLog> {
  if (next !== undefined && !/^[1-9]\d{0,14}$/.test(next))
    throw new Refusal('badInput', reasonForField('next', 'INVALID_CURSOR'))
  const before = next === undefined ? undefined : Number(next)
  const size = limits.moderationLogSize
  const rows = await findModerationEntries(db.read, { channelId, targetChannelId, before, limit: size + 1 })
  const data = rows.slice(0, size).map((row): ModerationLog['data'][number] => {
    const { seconds } = row.detail
    return {
      entryId: String(row.position),
      action: row.action as ModerationLog['data'][number]['action'],
      seconds: typeof seconds === 'number' ? seconds : null,
      actorChannelId: row.actor_kind === 'person' ? row.actor_id : null,
      actorName: row.actorName ?? row.appName,
      targetChannelId: row.targetId,
      targetChannelName: row.targetName,
      createdDate: utcSecond(row.at),
    }
  })
  return { data, page: { next: rows.length > size ? (data.at(-1)?.entryId ?? null) : null } }
}
