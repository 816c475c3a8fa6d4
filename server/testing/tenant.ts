import type { WireProfile } from '@onair/contract'
import type { Cast, Scene } from './scene.ts'
import { enter } from './session-client.ts'

export type Tenant = Awaited<ReturnType<typeof openTenant>>

/**
 * A streamer with an application and everything that its operations can tell of: followers, subscribers, a manager,
 * a running live and another's, messages, restrictions, connected sessions.
 */
export async function openTenant(
  scene: Scene,
  { name, wireProfile, client: given }: { name: string; wireProfile: WireProfile; client?: Cast['client'] },
) {
  const play: Scene['play'] = (...asked) => scene.play(...asked)
  const call: Scene['call'] = (...asked) => scene.call(...asked)
  const person = async (channelName: string): Promise<string> =>
    (await play('POST', '/people', { channelName: `${name} ${channelName}` })).channelId
  const app = { name: `${name} bot`, redirectUri: 'http://127.0.0.1:9/callback', wireProfile, organizationId: name }
  const client: Cast['client'] = given ?? (await play('POST', '/apps', app))
  const grantOf = async (who: string, scopes?: readonly string[]) =>
    play('POST', '/grants', { clientId: client.clientId, channelId: who, ...(scopes && { scopes }) })

  const [channelId, spare, viewer, manager] = [
    await person('streamer'),
    await person('spare'),
    await person('viewer'),
    await person('manager'),
  ]
  const act = (what: string, byChannelId: string, more: object = {}) =>
    play('POST', `/acts/${what}`, { channelId, byChannelId, ...more })
  const token: string = (await grantOf(channelId)).accessToken
  const say = async (by = viewer, message = `${name} says hello`): Promise<string> =>
    (await act('chat', by, { message })).messageId

  await act('manage', manager, { userRole: 'STREAMING_CHAT_MANAGER' })
  for (const who of [viewer, manager, spare]) await act('follow', who)
  await act('subscribe', viewer, { month: 3 })
  await act('subscribe', manager, { month: 5, tierNo: 2 })
  await act('donate', viewer, { payAmount: 1000, donationText: `${name} thanks` })
  await play('POST', '/acts/go-live', { channelId, liveTitle: `${name} live`, viewers: 10 })
  await play('POST', '/acts/go-live', { channelId: viewer, viewers: 5 })
  const messageId = await say()
  const campaign = { clientId: client.clientId, categoryId: 'talk', rewards: ['a sword'] }
  const { campaignId, rewardIds } = await play('POST', '/drops/campaigns', campaign)
  const rewardId: string = rewardIds[0]
  const claim = async (byChannelId: string): Promise<string> =>
    (await play('POST', '/acts/claim', { rewardId, byChannelId })).claimId
  const claimId = await claim(viewer)

  const restricted = async (): Promise<string> => {
    const target = await person('restricted')
    await call('POST', '/open/v1/restrict-channels', { token, json: { targetChannelId: target } })
    return target
  }
  await restricted()
  await restricted()
  const setting = {
    defaultLiveTitle: `${name} title`,
    categoryType: 'GAME',
    categoryId: 'League_of_Legends',
    tags: ['tag'],
  }
  await call('PATCH', '/open/v1/lives/setting', { token, json: setting })
  const { chat_channel_id: chatChannelId, message_time: messageTime } = await scene.world.db.read
    .selectFrom('chat_message')
    .innerJoin('channel', 'channel.id', 'chat_message.channel_id')
    .select(['chat_channel_id', 'message_time'])
    .where('chat_message.id', '=', messageId)
    .executeTakeFirstOrThrow()

  const sockets = new DisposableStack()
  const sessionOf = async (kind: 'user' | 'client') => {
    const { body } =
      kind === 'user'
        ? await call('GET', '/open/v1/sessions/auth', { token })
        : await call('GET', '/open/v1/sessions/auth/client', { client })
    return sockets.use(await enter(body.content.url))
  }
  const userSession = await sessionOf('user')
  const clientSession = await sessionOf('client')
  for (const { sessionKey } of [userSession, clientSession])
    await call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${sessionKey}`, { token })

  return {
    scene,
    name,
    client,
    channelId,
    token,
    chatChannelId,
    messageTime,
    messageId,
    viewer,
    manager,
    /** Someone whose consent may be ended. */
    spare,
    userSession,
    clientSession,
    campaignId: String(campaignId),
    rewardId,
    claimId,
    claim,
    person,
    grantOf,
    say,
    restricted,
    /** The credentials that an operation asks for. */
    credentials: (kind: 'token' | 'client' | 'session' | 'visitor' | 'none') => ({
      ...(kind === 'token' && { token }),
      ...(kind === 'client' && { client }),
    }),
    [Symbol.dispose]: () => sockets.dispose(),
  }
}
