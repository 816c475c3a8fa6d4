import type { consoleApi, ContentOf } from '@onair/contract'
import { roleOf } from '../../shared/chat/chat-roles.ts'
import type { Deps } from '../../infra/deps.ts'
import { findViewers } from './viewer-list-store.ts'

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
