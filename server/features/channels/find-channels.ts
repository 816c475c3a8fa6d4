import { channel } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { findChannels } from './channel-store.ts'

/** What is not the form of an id is an unknown channel like any other. An id asked for twice is answered once. */
export const channels = handle(channel.channels, async ({ query: { channelIds } }, { db }) => {
  const asked = [...new Set(channelIds)].filter((id) => /^[0-9a-f]{32}$/.test(id))
  const found = new Map((await findChannels(db.read, asked)).map((row) => [row.id, row]))
  return {
    data: asked
      .flatMap((id) => found.get(id) ?? [])
      .map((row) => ({
        channelId: row.id,
        channelName: row.name,
        channelImageUrl: row.image_url,
        followerCount: row.follower_count,
        verifiedMark: row.verified_mark,
      })),
  }
})
