import { createAuthorizationCode } from '../apps/auth-codes.ts'
import type { OperationInput, OperationName } from './operations.ts'
import type { Tenant } from '../apps/tenant.ts'

type InputFactory = (tenant: Tenant) => OperationInput | Promise<OperationInput>
const noInput: InputFactory = () => ({})
const sessionInput: InputFactory = ({ userSession: { sessionKey } }) => ({ parameters: { sessionKey } })
const sessionPageInput: InputFactory = () => ({ query: { size: 10, page: '0' } })
const snapshotInput: InputFactory = () => ({ pathParams: { snapshotName: 'a-snapshot' } })
const followInput: InputFactory = ({ channelId, viewer }) => ({ body: { channelId, byChannelId: viewer } })

const unknownEndpoint = ({ client: { clientId } }: Tenant) => ({
  pathParams: { clientId, endpointId: '00000000-0000-4000-8000-000000000000' },
})

/** A valid input with all fields for each operation. A missing operation does not compile. */
export const validInputs: Record<OperationName, InputFactory> = {
  'Authorization.issueToken': async ({ client, sparePerson, testApp }) => {
    const code = await createAuthorizationCode({ clientId: client.clientId, channelId: sparePerson }, testApp.deps)
    return { body: { grantType: 'authorization_code', ...client, code, state: 'a state' } }
  },
  'Authorization.revokeToken': async ({ client, sparePerson, createGrant }) => ({
    body: { ...client, token: (await createGrant(sparePerson)).accessToken, tokenTypeHint: 'access_token' },
  }),

  'User.getMe': noInput,

  'Channel.listChannels': ({ channelId, viewer }) => ({ query: { channelIds: [channelId, viewer] } }),
  'Channel.listStreamingRoles': noInput,
  'Channel.listChannelFollowers': () => ({ query: { page: 0, size: 2 } }),
  'Channel.listChannelSubscribers': () => ({ query: { page: 0, size: 2, sort: 'LONGER' } }),

  'Category.searchCategories': () => ({ query: { query: '리그', size: 2 } }),

  'Live.listLives': async ({ testApp, client }) => {
    const { body } = await testApp.call('GET', '/open/v1/lives?size=1', { client })
    return { query: { size: 1, next: body.content.page.next } }
  },
  'Live.getStreamKey': noInput,
  'Live.getLiveSetting': noInput,
  'Live.updateLiveSetting': () => ({
    body: { defaultLiveTitle: '새 제목', categoryType: 'GAME', categoryId: 'League_of_Legends', tags: ['태그', 'tag'] },
  }),

  'Chat.sendMessage': () => ({ body: { message: '안녕하세요' } }),
  'Chat.putNotice': async ({ manager, sendChat }) => ({ body: { message: null, messageId: await sendChat(manager) } }),
  'Chat.getSettings': noInput,
  'Chat.updateSettings': () => ({
    body: {
      chatAvailableCondition: 'NONE',
      chatAvailableGroup: 'ALL',
      minFollowerMinute: 0,
      allowSubscriberInFollowerMode: true,
      chatSlowModeSec: 0,
      chatEmojiMode: false,
    },
  }),
  'Chat.blindMessage': async ({ chatChannelId, messageTime, manager, sendChat }) => {
    await sendChat(manager)
    return { body: { chatChannelId, messageTime, senderChannelId: manager } }
  },

  'Restriction.restrict': async ({ createPerson }) => ({ body: { targetChannelId: await createPerson('target') } }),
  'Restriction.release': async ({ createRestrictedPerson }) => ({
    body: { targetChannelId: await createRestrictedPerson() },
  }),
  'Restriction.listRestricted': async ({ testApp, token }) => {
    const { body } = await testApp.call('GET', '/open/v1/restrict-channels?size=1', { token })
    return { parameters: { size: 1, next: body.content.page.next } }
  },
  'Restriction.restrictTemporarily': async ({ chatChannelId, createPerson }) => ({
    body: { targetChannelId: await createPerson('target'), chatChannelId },
  }),
  'Restriction.releaseTemporarily': async ({ chatChannelId, createPerson, testApp, token }) => {
    const json = { targetChannelId: await createPerson('target'), chatChannelId }
    await testApp.call('POST', '/open/v1/temporary-restrict-channels', { token, json })
    return { body: json }
  },

  'Session.openClientSession': noInput,
  'Session.openUserSession': noInput,
  'Session.listClientSessions': sessionPageInput,
  'Session.listUserSessions': sessionPageInput,
  'Session.subscribeChat': sessionInput,
  'Session.unsubscribeChat': sessionInput,
  'Session.subscribeDonation': sessionInput,
  'Session.unsubscribeDonation': sessionInput,
  'Session.subscribeSubscription': sessionInput,
  'Session.unsubscribeSubscription': sessionInput,

  'Drops.listRewardClaims': ({ campaignId, claimId, viewer }) => ({
    query: {
      page: { from: claimId, size: 1 },
      claimId: [claimId],
      channelId: viewer,
      campaignId,
      fulfillmentState: 'CLAIMED',
    },
  }),
  'Drops.fulfillClaims': async ({ claimReward, createPerson }) => ({
    body: { claimIds: [await claimReward(await createPerson('claimer'))], fulfillmentState: 'FULFILLED' },
  }),

  'Demo.getOverview': noInput,
  'Demo.getResetCounts': noInput,
  'People.listPeople': () => ({ query: { name: '방송' } }),
  'People.createPerson': ({ testApp }) => ({
    body: {
      channelName: '새 사람',
      email: `${testApp.deps.random.uuid()}@onair.test`,
      password: 'a password',
      verifiedMark: true,
      identityVerified: true,
      organizationId: 'an organization',
    },
  }),
  'People.signIn': ({ sparePerson }) => ({ pathParams: { channelId: sparePerson } }),
  'People.createPeople': () => ({ body: { channelNames: ['a', '나'] } }),
  'Apps.listApps': () => ({ query: { name: 'bot' } }),
  'Apps.createApp': ({ channelId }) => ({
    body: {
      name: 'another bot',
      redirectUri: 'http://127.0.0.1:9/callback',
      scopes: ['유저 정보 조회'],
      ownerChannelId: channelId,
      wireProfile: 'observed',
      headerPrefix: 'Bot-',
      webhookUrl: 'https://bot.example/hook',
      organizationId: 'an organization',
    },
  }),
  'Apps.setWireProfile': ({ client: { clientId } }) => ({
    pathParams: { clientId },
    body: { wireProfile: 'documented' },
  }),
  'Apps.addScope': ({ client: { clientId } }) => ({
    pathParams: { clientId },
    body: { scope: '채팅 메시지 조회' },
  }),
  'Apps.setWebhook': ({ client: { clientId } }) => ({
    pathParams: { clientId },
    body: { webhookUrl: 'https://game.example/hook' },
  }),
  'Apps.createWebhookEndpoint': ({ client: { clientId }, channelId }) => ({
    pathParams: { clientId },
    body: { name: 'staging', url: 'https://game.example/hook', channelIds: [channelId], campaignIds: [] },
  }),
  'Apps.listWebhookEndpoints': ({ client: { clientId } }) => ({ pathParams: { clientId } }),
  'Apps.updateWebhookEndpoint': (tenant) => ({
    ...unknownEndpoint(tenant),
    body: {
      name: 'staging',
      url: 'https://game.example/hook',
      channelIds: [tenant.channelId],
      campaignIds: [],
      status: 'DISABLED',
    },
  }),
  'Apps.deleteWebhookEndpoint': (tenant) => unknownEndpoint(tenant),
  'Apps.listDeliveries': ({ client: { clientId } }) => ({
    pathParams: { clientId },
    query: {
      endpointId: clientId,
      state: 'WAITING',
      search: '시청자',
      since: '2026-07-18T14:00:00Z',
      sort: 'oldest',
      next: '1000',
      size: 10,
    },
  }),
  'Grants.createGrant': ({ client: { clientId }, sparePerson }) => ({
    body: { clientId, channelId: sparePerson, scopes: ['유저 정보 조회'] },
  }),
  'Grants.withdrawGrant': async ({ client: { clientId }, sparePerson, createGrant }) => {
    await createGrant(sparePerson)
    return { parameters: { clientId, channelId: sparePerson } }
  },

  'Channels.chat': ({ channelId }) => ({ body: { channelId, byChannelId: channelId, message: '안녕하세요' } }),
  'Channels.follow': followInput,
  'Channels.getEncoder': ({ channelId }) => ({ query: { channelId } }),
  'Channels.getGoal': ({ channelId }) => ({ query: { channelId } }),
  'Channels.unfollow': followInput,
  'Channels.manage': ({ channelId, manager }) => ({
    body: { channelId, byChannelId: manager, userRole: 'STREAMING_CHAT_MANAGER' },
  }),
  'Channels.goLive': ({ channelId }) => ({ body: { channelId, liveTitle: '생방송', viewers: 3 } }),
  'Channels.goOffline': async ({ sparePerson, testApp }) => {
    await testApp.act('goLive', { channelId: sparePerson })
    return { body: { channelId: sparePerson } }
  },

  'Payments.subscribe': ({ channelId, viewer }) => ({
    body: { channelId, byChannelId: viewer, tierNo: 2, month: 4 },
  }),
  'Payments.donate': ({ channelId, viewer }) => ({
    body: { channelId, byChannelId: viewer, payAmount: 1, donationText: '감사합니다', donationType: 'VIDEO' },
  }),

  'Channels.sendChats': ({ channelId, viewer }) => ({
    body: { messages: [{ channelId, byChannelId: viewer, message: '안녕하세요' }] },
  }),
  'Drops.createCampaign': ({ client: { clientId } }) => ({
    body: { clientId, categoryId: 'talk', rewards: ['검', 'a shield'], watchMinutes: [30, 0] },
  }),
  'Drops.listRewards': () => ({ query: { name: '검' } }),
  'Drops.claim': ({ rewardId, manager }) => ({ body: { rewardId, byChannelId: manager } }),

  'Sessions.listSessions': ({ client: { clientId } }) => ({ query: { clientId } }),
  'Sessions.disconnectSession': ({ clientSession: { sessionKey } }) => ({ pathParams: { sessionKey } }),

  'Mails.listMails': ({ manager }) => ({ query: { channelId: manager, kind: 'VERIFY_EMAIL', size: 1 } }),

  'Sinks.setSink': () => ({
    pathParams: { sinkName: 'a-sink' },
    body: { status: 204, delayMs: 0, failFirst: 2, failStatus: 503 },
  }),
  'Sinks.getSink': () => ({ pathParams: { sinkName: 'a-sink' }, query: { after: 0 } }),
  'Sinks.deleteSink': () => ({ pathParams: { sinkName: 'a-sink' } }),

  'Faults.setFaults': () => ({
    body: {
      seed: 1,
      rules: [{ kind: 'delay', delayMs: 1, operation: 'user.getMe', clientId: 'unknown', probability: 0 }],
    },
  }),
  'Faults.getFaults': noInput,
  'Faults.clearFaults': noInput,
  'Clock.getClock': noInput,
  'Clock.listDeadlines': noInput,
  'Clock.moveClock': () => ({ body: { advanceSeconds: 1 } }),

  // The sandbox of these tests cannot be copied.
  'Worlds.createWorld': () => ({ body: { from: '0'.repeat(16) } }),
  'Worlds.listWorlds': noInput,
  'Worlds.deleteWorld': () => ({ pathParams: { worldId: '0'.repeat(16) } }),
  'Snapshots.saveSnapshot': () => ({ body: { snapshotName: 'a-snapshot' } }),
  'Snapshots.listSnapshots': noInput,
  'Snapshots.restoreSnapshot': snapshotInput,
  'Snapshots.deleteSnapshot': snapshotInput,
  'Snapshots.exportSnapshot': snapshotInput,
  'Snapshots.importSnapshot': () => ({ pathParams: { snapshotName: 'a-snapshot' }, body: { file: 'AAAA' } }),

  'Inspector.listRecords': ({ client: { clientId }, channelId, userSession: { sessionKey } }) => ({
    query: {
      clientId,
      kind: 'frame',
      name: 'system',
      status: '2xx',
      channelId,
      sessionKey,
      traceId: 'a trace id',
      text: 'a text',
      before: 1_000_000,
      after: 0,
      full: true,
      size: 10,
    },
  }),
  'Inspector.explainMissingEvent': ({ client: { clientId }, channelId, userSession: { sessionKey } }) => ({
    query: {
      clientId,
      eventType: 'CHAT',
      channelId,
      at: '2030-01-01T00:00:00.000Z',
      to: 'SESSION',
      sessionKey,
    },
  }),
}
