import {
  limits,
  managerRole,
  siteModerationActions,
  siteRoles,
  type AuditAction,
  type consoleApi,
  type ContentOf,
  type QueryOf,
} from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { loadEmoticons } from '../../shared/chat/emoticon-store.ts'
import { emojisIn } from '../../shared/chat/emoticons.ts'
import { reasonForField, Refusal } from '../../shared/refusal.ts'
import { compose } from '../../shared/text.ts'
import type { Deps } from '../../infra/deps.ts'
import { findModerationEntries, findRestrictionEntries } from './moderation-store.ts'

type ModerationLog = ContentOf<typeof consoleApi.moderation.listModerationLog>

/** Who moderated a channel and how, the newest first; of one action, one target or one name only, if given. */
export async function listModeration(
  channelId: string,
  { next, name, ...filter }: QueryOf<typeof consoleApi.moderation.listModerationLog>,
  { addresses, db }: Pick<Deps, 'addresses' | 'db'>,
): Promise<ModerationLog> {
  if (next !== undefined && !/^[1-9]\d{0,14}$/.test(next))
    throw new Refusal('badInput', reasonForField('next', 'INVALID_CURSOR'))
  const before = next === undefined ? undefined : Number(next)
  const size = limits.moderationLogSize
  const text = name === undefined ? undefined : compose(name)
  const rows = await findModerationEntries(db.read, { channelId, ...filter, text, before, limit: size + 1 })
  const texts = rows.map((row) => ({ channelId, content: contentOf(row) ?? '' }))
  const emoticons = await loadEmoticons(db.read, texts)
  const data = rows.slice(0, size).map((row): ModerationLog['data'][number] => {
    const { seconds, isTemporary, userRole, added, removed, siteRole, reason, block, endDate, before, ...to } =
      row.detail
    const content = contentOf(row)
    return {
      entryId: String(row.position),
      action: row.action as ModerationLog['data'][number]['action'],
      seconds: typeof seconds === 'number' ? seconds : null,
      isTemporary: typeof seconds === 'number' || isTemporary === true,
      userRole: managerRole.enum.find((role) => role === userRole) ?? null,
      blockedWords: isTexts(added) && isTexts(removed) ? { added, removed } : null,
      chatSettings: typeof before === 'object' && before !== null ? { from: before, to } : null,
      message:
        content === null ? null : { content, emojis: emojisIn({ channelId, content }, emoticons, addresses.baseUrl) },
      reason: isOfSite(row) && typeof reason === 'string' ? reason : null,
      streamingBlock:
        isOfSite(row) && block !== undefined ? { endDate: typeof endDate === 'string' ? endDate : null } : null,
      // The streamer does not learn which of the people who run the site it was.
      ...(isOfSite(row) ? { actorKind: 'operator', actorChannelId: null, actorName: null } : toActor(row)),
      siteRole: siteRoles.find((role) => role === siteRole) ?? null,
      targetChannelId: row.targetId,
      targetChannelName: row.targetName,
      createdDate: utcSecond(row.at),
    }
  })
  return { data, page: { next: rows.length > size ? (data.at(-1)?.entryId ?? null) : null } }
}

const isOfSite = ({ action }: { action: AuditAction }) => siteModerationActions.some((known) => known === action)

function contentOf(row: { messageContent: string | null; donationText: string | null }): string | null {
  return row.messageContent ?? (row.donationText || null)
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

type Actor = Pick<ModerationLog['data'][number], 'actorKind' | 'actorChannelId' | 'actorName'>

/** Who restricted each of these viewers of a channel; null if the audit log no longer has it. */
export async function findRestrictors(
  channelId: string,
  restrictions: readonly { channelId: string; releaseAt: number | null }[],
  { db }: Pick<Deps, 'db'>,
): Promise<(Actor | null)[]> {
  const targetChannelIds = restrictions.map((restriction) => restriction.channelId)
  const rows = await findRestrictionEntries(db.read, channelId, targetChannelIds)
  return restrictions.map(({ channelId: targetChannelId, releaseAt }) => {
    const isTimeout = releaseAt !== null
    const entry = rows.find((row) => row.targetChannelId === targetChannelId && row.isTimeout === isTimeout)
    return entry === undefined ? null : toActor(entry)
  })
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
