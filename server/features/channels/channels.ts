import { channel } from '@onair/contract'
import { defineHandler } from '../../shared/handler.ts'
import { listChannels } from './channel-store.ts'

/** What is not the form of an id is an unknown channel like any other. An id asked for twice is answered once. */
export const channels = defineHandler(channel.listChannels, async ({ query: { channelIds } }, { db }) => {
  const ids = [...new Set(channelIds)].filter((id) => /^[0-9a-f]{32}$/.test(id))
  const rowsById = new Map((await listChannels(db.read, ids)).map((row) => [row.id, row]))
  return {
    data: ids
      .flatMap((id) => rowsById.get(id) ?? [])
      .map((row) => ({
        channelId: row.id,
        channelName: row.name,
        channelImageUrl: row.image_url,
        followerCount: row.follower_count,
        verifiedMark: row.verified_mark,
      })),
  }
})
