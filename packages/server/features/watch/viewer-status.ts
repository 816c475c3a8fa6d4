import type { ViewerStatus, consoleApi, ContentOf } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { loadSender } from '../chat/sender-store.ts'
import { sendingBlockOf } from '../chat/sending-rules.ts'
import { roleOf } from '../../shared/chat/chat-roles.ts'
import { utcDate } from '../../shared/dates.ts'
import { renewableAt } from '../payments/renewal-rules.ts'
import { canMail } from '../../shared/can-mail.ts'
import { loadBell } from '../../shared/bell-store.ts'
import { loadSubscription, loadVote, findViewers } from './viewer-store.ts'

/**
 * A person's role in a channel, and whether they may chat. Null when the channel or the person does
 * not exist.
 */
export async function loadViewerStatus(
  channelId: string,
  viewerChannelId: string,
  deps: Pick<Deps, 'clock' | 'config' | 'db' | 'policy'>,
): Promise<ViewerStatus | null> {
  const { clock, db } = deps
  const now = clock.now()
  const [sender, subscription, vote, bell] = await Promise.all([
    loadSender(db.read, channelId, viewerChannelId),
    loadSubscription(db.read, channelId, viewerChannelId),
    loadVote(db.read, channelId, viewerChannelId),
    loadBell(db.read, { channelId, personId: viewerChannelId, canMail: canMail(deps) }),
  ])
  if (sender === null) return null
  const block = sendingBlockOf(sender, now)
  return {
    channelId: viewerChannelId,
    channelName: sender.nickname,
    role: roleOf(sender),
    follows: sender.followedAt !== null,
    bell,
    subscription: subscription && {
      tierNo: subscription.tierNo,
      month: subscription.month,
      renewableDate: utcDate(renewableAt(subscription.lastMonthAt)),
      giverName: subscription.giverName,
    },
    chatBlock: block && { code: block.code, leftMs: block.until === null ? null : block.until - now },
    vote,
  }
}

/** The signed-in viewers of a live, for the moderators of the channel; empty if it is not live. */
export async function listViewers(
  channelId: string,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof consoleApi.moderation.listViewers>> {
  const rows = await findViewers(db.read, channelId)
  return {
    data: rows.map(({ viewerChannelId, channelName, managerRole, isSubscriber }) => ({
      channelId: viewerChannelId,
      channelName,
      role: roleOf({ channelId, memberChannelId: viewerChannelId, managerRole }),
      isSubscriber,
    })),
    totalCount: rows[0]?.totalCount ?? 0,
  }
}
