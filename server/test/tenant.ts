import type { WireProfile } from '@onair/contract'
import type { Fixture, TestApp } from './test-app.ts'
import { connect } from './session-client.ts'

export type Tenant = Awaited<ReturnType<typeof openTenant>>

/**
 * A streamer with an application and at least one of everything that endpoints return: followers, subscribers, a
 * manager, a running live, messages, restrictions, connected sessions.
 */
export async function openTenant(
  testApp: TestApp,
  { name, wireProfile, client: existingClient }: { name: string; wireProfile: WireProfile; client?: Fixture['client'] },
) {
  const sandbox: TestApp['sandbox'] = (...args) => testApp.sandbox(...args)
  const call: TestApp['call'] = (...args) => testApp.call(...args)
  const createPerson = async (channelName: string): Promise<string> =>
    (await sandbox('POST', '/people', { channelName: `${name} ${channelName}` })).channelId
  const app = { name: `${name} bot`, redirectUri: 'http://127.0.0.1:9/callback', wireProfile, organizationId: name }
  const client: Fixture['client'] = existingClient ?? (await sandbox('POST', '/apps', app))
  const createGrant = async (personId: string, scopes?: readonly string[]) =>
    sandbox('POST', '/grants', { clientId: client.clientId, channelId: personId, ...(scopes && { scopes }) })

  const [channelId, sparePerson, viewer, manager] = [
    await createPerson('streamer'),
    await createPerson('spare'),
    await createPerson('viewer'),
    await createPerson('manager'),
  ]
  const sandboxAction = (action: string, byChannelId: string, fields: object = {}) =>
    sandbox('POST', `/acts/${action}`, { channelId, byChannelId, ...fields })
  const token: string = (await createGrant(channelId)).accessToken
  const sendChat = async (by = viewer, message = `${name} says hello`): Promise<string> =>
    (await sandboxAction('chat', by, { message })).messageId

  await sandboxAction('manage', manager, { userRole: 'STREAMING_CHAT_MANAGER' })
  for (const personId of [viewer, manager, sparePerson]) await sandboxAction('follow', personId)
  await sandboxAction('subscribe', viewer, { month: 3 })
  await sandboxAction('subscribe', manager, { month: 5, tierNo: 2 })
  await sandboxAction('donate', viewer, { payAmount: 1000, donationText: `${name} thanks` })
  await sandbox('POST', '/acts/go-live', { channelId, liveTitle: `${name} live`, viewers: 10 })
  await sandbox('POST', '/acts/go-live', { channelId: viewer, viewers: 5 })
  const messageId = await sendChat()
  const campaign = { clientId: client.clientId, categoryId: 'talk', rewards: ['a sword'] }
  const { campaignId, rewardIds } = await sandbox('POST', '/drops/campaigns', campaign)
  const rewardId: string = rewardIds[0]
  const claimReward = async (byChannelId: string): Promise<string> =>
    (await sandbox('POST', '/acts/claim', { rewardId, byChannelId })).claimId
  const claimId = await claimReward(viewer)

  const createRestrictedPerson = async (): Promise<string> => {
    const target = await createPerson('restricted')
    await call('POST', '/open/v1/restrict-channels', { token, json: { targetChannelId: target } })
    return target
  }
  await createRestrictedPerson()
  await createRestrictedPerson()
  const setting = {
    defaultLiveTitle: `${name} title`,
    categoryType: 'GAME',
    categoryId: 'League_of_Legends',
    tags: ['tag'],
  }
  await call('PATCH', '/open/v1/lives/setting', { token, json: setting })
  const { chat_channel_id: chatChannelId, message_time: messageTime } = await testApp.deps.db.read
    .selectFrom('chat_message')
    .innerJoin('channel', 'channel.id', 'chat_message.channel_id')
    .select(['chat_channel_id', 'message_time'])
    .where('chat_message.id', '=', messageId)
    .executeTakeFirstOrThrow()

  const sockets = new DisposableStack()
  const openSession = async (kind: 'user' | 'client') => {
    const { body } =
      kind === 'user'
        ? await call('GET', '/open/v1/sessions/auth', { token })
        : await call('GET', '/open/v1/sessions/auth/client', { client })
    return sockets.use(await connect(body.content.url))
  }
  const userSession = await openSession('user')
  const clientSession = await openSession('client')
  for (const { sessionKey } of [userSession, clientSession])
    await call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${sessionKey}`, { token })

  return {
    testApp,
    name,
    client,
    channelId,
    token,
    chatChannelId,
    messageTime,
    messageId,
    viewer,
    manager,
    /** A person whose grant a test may revoke. */
    spare: sparePerson,
    userSession,
    clientSession,
    campaignId: String(campaignId),
    rewardId,
    claimId,
    claim: claimReward,
    person: createPerson,
    grantOf: createGrant,
    say: sendChat,
    restricted: createRestrictedPerson,
    /** The credentials that an operation requires. */
    credentialsFor: (kind: 'token' | 'client' | 'session' | 'visitor' | 'none') => ({
      ...(kind === 'token' && { token }),
      ...(kind === 'client' && { client }),
    }),
    [Symbol.dispose]: () => sockets.dispose(),
  }
}
