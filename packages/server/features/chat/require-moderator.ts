import { hasSiteRole, type SiteRole } from '@onair/contract'
import { Refusal } from '../../shared/refusal.ts'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { lockChannel } from '../channels/channel-store.ts'
import { loadManagerRole, loadSiteRole } from './sender-store.ts'
import { isModerator } from '../../shared/chat/chat-roles.ts'

/** `siteRole`: the role in running the site that the person may use now. */
export type Moderator = { moderatorChannelId: string; siteRole?: SiteRole | null }

/** Throws if the person is not a moderator of the channel's chat. */
export async function requireModerator(db: Reader, channelId: string, moderatorChannelId: string): Promise<void> {
  await roleToModerate(db, channelId, { moderatorChannelId })
}

/** Locks the roles in a channel until the end of the transaction. Throws if the person is not a moderator of its chat. */
export async function lockAsModerator(tx: Tx, channelId: string, moderatorChannelId: string): Promise<void> {
  if (!(await lockChannel(tx, channelId))) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
  await requireModerator(tx, channelId, moderatorChannelId)
}

/**
 * The role in running the site by which a person moderates a chat; null for a moderator of the channel. Throws for a person
 * without any of these roles.
 */
export async function roleToModerate(
  db: Reader,
  channelId: string,
  { moderatorChannelId, siteRole = null }: Moderator,
): Promise<SiteRole | null> {
  const managerRole = await loadManagerRole(db, channelId, moderatorChannelId)
  if (isModerator({ channelId, memberChannelId: moderatorChannelId, managerRole })) return null
  if (siteRole === null) throw new Refusal('forbidden', 'NOT_A_MODERATOR')
  return siteRole
}

/** Throws when a role in running the site would act on a person who has one, unless it is that of an operator. */
export async function requireRankOver(db: Reader, siteRole: SiteRole | null, targetChannelId: string): Promise<void> {
  if (siteRole === null || hasSiteRole(siteRole, 'OPERATOR')) return
  if ((await loadSiteRole(db, targetChannelId)) !== null) throw new Refusal('forbidden', 'HAS_SITE_ROLE')
}

/** The part of an audit entry that says by which role in running the site a person acted. */
export function siteRoleDetail(siteRole: SiteRole | null): { siteRole?: SiteRole } {
  return siteRole === null ? {} : { siteRole }
}
