import type { WireProfile } from '@onair/contract'
import type { Fixture, TestApp } from './test-app.ts'
import { connect } from '../clients/session-client.ts'

export type Tenant = Awaited<ReturnType<typeof openTenant>>

type TenantOptions = { name: string; wireProfile: WireProfile; client?: Fixture['client'] }

/**
 * A streamer with an application and at least one of everything that endpoints return: followers, subscribers, a
 * manager, a running live, messages, restrictions, connected sessions.
 */
export async function openTenant(testApp: TestApp, options: TenantOptions) {
  const account = await createAccount(testApp, options)
  const { name, client, channelId, token, createPerson, act, sendChat } = account
  const [sparePerson, viewer, manager] = [
    await createPerson('spare'),
    await createPerson('viewer'),
    await createPerson('manager'),
  ]
  await act('manage', manager, { userRole: 'STREAMING_CHAT_MANAGER' })
  for (const personId of [viewer, manager, sparePerson]) await act('follow', personId)
  await act('subscribe', viewer, { month: 3 })
  await act('subscribe', manager, { month: 5, tierNo: 2 })
  await act('donate', viewer, { payAmount: 1000, donationText: `${name} thanks` })
  await testApp.act('goLive', { channelId, liveTitle: `${name} live`, viewers: 10 })
  await testApp.act('goLive', { channelId: viewer, viewers: 5 })
  const messageId = await sendChat(viewer)
  const drops = await createCampaign(testApp, client.clientId)
  const createRestrictedPerson = async (): Promise<string> => {
    const target = await createPerson('restricted')
    await testApp.call('POST', '/open/v1/restrict-channels', { token, json: { targetChannelId: target } })
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
  await testApp.call('PATCH', '/open/v1/lives/setting', { token, json: setting })

  return {
    testApp,
    ...account,
    ...(await findMessage(testApp, messageId)),
    ...(await openSessions(testApp, account)),
    ...drops,
    messageId,
    viewer,
    manager,
    /** A person whose grant a test may revoke. */
    sparePerson,
    claimId: await drops.claimReward(viewer),
    createRestrictedPerson,
    sendChat: (by = viewer, message?: string) => sendChat(by, message),
    /** The credentials that an operation requires. */
    credentialsFor: (kind: 'token' | 'client' | 'webSession' | 'visitor' | 'none') => ({
      ...(kind === 'token' && { token }),
      ...(kind === 'client' && { client }),
    }),
  }
}

/** Creates the streamer and the application, and grants the application all scopes. */
async function createAccount(testApp: TestApp, { name, wireProfile, client: existingClient }: TenantOptions) {
  const createPerson = async (channelName: string): Promise<string> =>
    (await testApp.act('createPerson', { channelName: `${name} ${channelName}` })).channelId
  const app = { name: `${name} bot`, redirectUri: 'http://127.0.0.1:9/callback', wireProfile, organizationId: name }
  const client: Fixture['client'] = existingClient ?? (await testApp.act('createApp', app))
  const createGrant = (personId: string, scopes?: readonly string[]) =>
    testApp.act('createGrant', {
      clientId: client.clientId,
      channelId: personId,
      ...(scopes && { scopes: [...scopes] }),
    })
  const channelId = await createPerson('streamer')
  const act = testApp.actAt(channelId)
  const token: string = (await createGrant(channelId)).accessToken
  return {
    name,
    client,
    channelId,
    token,
    createPerson,
    createGrant,
    act,
    sendChat: async (by: string, message = `${name} says hello`): Promise<string> =>
      (await act('chat', by, { message })).messageId,
  }
}

async function createCampaign(testApp: TestApp, clientId: string) {
  const campaign = { clientId, categoryId: 'talk', rewards: ['a sword'] }
  const { campaignId, rewardIds } = await testApp.act('createCampaign', campaign)
  const [rewardId = ''] = rewardIds
  return {
    campaignId,
    rewardId,
    claimReward: async (byChannelId: string): Promise<string> =>
      (await testApp.act('claim', { rewardId, byChannelId })).claimId,
  }
}

/** The fields of a message by which the open API names it. */
async function findMessage({ deps }: TestApp, messageId: string) {
  const { chat_channel_id: chatChannelId, message_time: messageTime } = await deps.db.read
    .selectFrom('chat_message')
    .innerJoin('channel', 'channel.id', 'chat_message.channel_id')
    .select(['chat_channel_id', 'message_time'])
    .where('chat_message.id', '=', messageId)
    .executeTakeFirstOrThrow()
  return { chatChannelId, messageTime }
}

/** Connects a session of the user and one of the application, both subscribed to chat. */
async function openSessions(testApp: TestApp, { token, client }: Pick<Fixture, 'token' | 'client'>) {
  const sockets = new DisposableStack()
  const open = async (path: string, credentials: Parameters<TestApp['call']>[2]) => {
    const { url } = (await testApp.call('GET', path, credentials)).body.content
    const session = sockets.use(await connect(url))
    await testApp.call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${session.sessionKey}`, { token })
    return session
  }
  return {
    userSession: await open('/open/v1/sessions/auth', { token }),
    clientSession: await open('/open/v1/sessions/auth/client', { client }),
    [Symbol.dispose]: () => sockets.dispose(),
  }
}
