import { consoleWatch } from '@onair/contract'
import { allEmoticons } from '../../kit/emoticons.ts'
import { handle } from '../../kit/handle.ts'
import { badField, Refusal } from '../../kit/refusal.ts'
import { findChannels } from '../channels/channel-store.ts'
import { knownChannel } from '../channels/known-channel.ts'
import { livesFrom } from '../lives/list-lives.ts'
import { recentOf } from '../watch/recent.ts'
import { findShown } from '../watch/shown.ts'
import { standingOf } from '../watch/standing.ts'
import { guestFrom, viewerIdOf, viewerTicket } from '../watch/viewer-ticket.ts'

export const readVisitor = handle(consoleWatch.readVisitor, async ({ caller: { visitor } }) => ({
  visitor: visitor && { channelId: visitor.channelId, channelName: visitor.channelName },
}))

export const listLivesToWatch = handle(consoleWatch.listLives, async ({ query }, world) => {
  const page = await livesFrom(query, world)
  if (page === null) throw badField('next', 'OLD_PLACE_IN_LIST')
  return page
})

export const readChannel = handle(consoleWatch.readChannel, async ({ caller, inPath: { channelId } }, world) => {
  const [[channel], shown, recent, self] = await Promise.all([
    findChannels(world.db.read, [channelId]),
    findShown([channelId], world),
    recentOf(channelId, world),
    caller.visitor && standingOf(channelId, caller.visitor.channelId, world),
  ])
  const seen = shown.get(channelId)
  if (channel === undefined || seen === undefined) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
  return {
    channelId,
    channelName: channel.name,
    channelImageUrl: channel.image_url,
    verifiedMark: channel.verified_mark,
    shown: seen,
    recent,
    emoticons: allEmoticons(world.addresses.baseUrl),
    self,
  }
})

export const readStanding = handle(consoleWatch.readStanding, async ({ caller, inPath: { channelId } }, world) => {
  await knownChannel('channelId', channelId, world)
  return { self: caller.visitor && (await standingOf(channelId, caller.visitor.channelId, world)) }
})

export const openViewer = handle(
  consoleWatch.openViewer,
  async ({ address, caller: { visitor }, inPath: { channelId }, body: { guestId } }, world) => {
    await knownChannel('channelId', channelId, world)
    const personId = visitor?.channelId ?? null
    const viewerId = viewerIdOf(personId, guestId ?? world.random.bytes(16).toString('hex'))
    const url = new URL('/socket.io/', world.addresses.socketUrl)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    const from = personId === null ? guestFrom(address, world) : null
    const auth = viewerTicket({ channelId, viewerId, personId, from }, world)
    url.search = String(new URLSearchParams({ EIO: '3', transport: 'websocket', auth }))
    return { url: url.href }
  },
)
