import { limits, managerRole, type consoleApi, type ContentOf, type QueryOf } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { reasonForField, Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { findModerationEntries, findRestrictionEntries } from './moderation-store.ts'

type ModerationLog = ContentOf<typeof consoleApi.moderation.listModerationLog>

/** Who moderated a channel and how, the newest first; of one action or one target only, if given. */
export async function listModeration(
  channelId: string,
  { next, ...filter }: QueryOf<typeof consoleApi.moderation.listModerationLog>,
  { db }: Pick<Deps, 'db'>,
): Promise<ModerationLog> {
  if (next !== undefined && !/^[1-9]\d{0,14}$/.test(next))
    throw new Refusal('badInput', reasonForField('next', 'INVALID_CURSOR'))
  const before = next === undefined ? undefined : Number(next)
  const size = limits.moderationLogSize
  const rows = await findModerationEntries(db.read, { channelId, ...filter, before, limit: size + 1 })
  const data = rows.slice(0, size).map((row): ModerationLog['data'][number] => {
    const { seconds, userRole } = row.detail
    return {
      entryId: String(row.position),
      action: row.action as ModerationLog['data'][number]['action'],
      seconds: typeof seconds === 'number' ? seconds : null,
      userRole: managerRole.enum.find((role) => role === userRole) ?? null,
      ...toActor(row),
      targetChannelId: row.targetId,
      targetChannelName: row.targetName,
      createdDate: utcSecond(row.at),
    }
  })
  return { data, page: { next: rows.length > size ? (data.at(-1)?.entryId ?? null) : null } }
}

type Actor = Pick<ModerationLog['data'][number], 'actorKind' | 'actorChannelId' | 'actorName'>

/** Who restricted each of these viewers of a channel, as far back as the audit log goes. */
export async function findRestrictors(
  channelId: string,
  targetChannelIds: readonly string[],
  { db }: Pick<Deps, 'db'>,
): Promise<ReadonlyMap<string, Actor>> {
  const rows = await findRestrictionEntries(db.read, channelId, targetChannelIds)
  return new Map(rows.map((row) => [row.targetChannelId, toActor(row)]))
}

type ActorRow = Pick<
  Awaited<ReturnType<typeof findModerationEntries>>[number],
  'actor_kind' | 'actor_id' | 'actorName' | 'appName'
>

function toActor({ actor_kind, actor_id, actorName, appName }: ActorRow): Actor {
  return {
    actorKind: actor_kind,
    actorChannelId: actor_kind === 'person' ? actor_id : null,
    actorName: actorName ?? appName,
  }
}
