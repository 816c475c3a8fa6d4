import { makeCode } from './codes.ts'
import type { Given, OperationName } from './operations.ts'
import type { Tenant } from './tenant.ts'

type Make = (tenant: Tenant) => Given | Promise<Given>
const nothing: Make = () => ({})
const aSession: Make = ({ userSession: { sessionKey } }) => ({ parameters: { sessionKey } })
const aPageOfSessions: Make = () => ({ query: { size: 10, page: '0' } })
const between: Make = ({ channelId, viewer }) => ({ body: { channelId, byChannelId: viewer } })

/** For each operation an input that it takes, with every field that may be given; an operation left out does not compile. */
export const validInputs: Record<OperationName, Make> = {
  'Authorization.token': async ({ client, spare, scene }) => {
    const code = await makeCode({ clientId: client.clientId, channelId: spare }, scene.world)
    return { body: { grantType: 'authorization_code', ...client, code, state: 'a state' } }
  },
  'Authorization.revoke': async ({ client, spare, grantOf }) => ({
    body: { ...client, token: (await grantOf(spare)).accessToken, tokenTypeHint: 'access_token' },
  }),

  'User.me': nothing,

  'Channel.channels': ({ channelId, viewer }) => ({ query: { channelIds: [channelId, viewer] } }),
  'Channel.streamingRoles': nothing,
  'Channel.followers': () => ({ query: { page: 0, size: 2 } }),
  'Channel.subscribers': () => ({ query: { page: 0, size: 2, sort: 'LONGER' } }),

  'Category.searchCategories': () => ({ query: { query: '리그', size: 2 } }),

  'Live.listLives': async ({ scene, client }) => {
    const { body } = await scene.call('GET', '/open/v1/lives?size=1', { client })
    return { query: { size: 1, next: body.content.page.next } }
  },
  'Live.readStreamKey': nothing,
  'Live.readLiveSetting': nothing,
  'Live.changeLiveSetting': () => ({
    body: { defaultLiveTitle: '새 제목', categoryType: 'GAME', categoryId: 'League_of_Legends', tags: ['태그', 'tag'] },
  }),

  'Chat.sendMessage': () => ({ body: { message: '안녕하세요' } }),
  'Chat.putNotice': async ({ manager, say }) => ({ body: { message: null, messageId: await say(manager) } }),
  'Chat.readSettings': nothing,
  'Chat.changeSettings': () => ({
    body: {
      chatAvailableCondition: 'NONE',
      chatAvailableGroup: 'ALL',
      minFollowerMinute: 0,
      allowSubscriberInFollowerMode: true,
      chatSlowModeSec: 0,
      chatEmojiMode: false,
    },
  }),
  'Chat.blindMessage': async ({ chatChannelId, messageTime, manager, say }) => {
    await say(manager)
    return { body: { chatChannelId, messageTime, senderChannelId: manager } }
  },

  'Restriction.restrict': async ({ person }) => ({ body: { targetChannelId: await person('target') } }),
  'Restriction.release': async ({ restricted }) => ({ body: { targetChannelId: await restricted() } }),
  'Restriction.listRestricted': async ({ scene, token }) => {
    const { body } = await scene.call('GET', '/open/v1/restrict-channels?size=1', { token })
    return { parameters: { size: 1, next: body.content.page.next } }
  },
  'Restriction.restrictTemporarily': async ({ chatChannelId, person }) => ({
    body: { targetChannelId: await person('target'), chatChannelId },
  }),
  'Restriction.releaseTemporarily': async ({ chatChannelId, person, scene, token }) => {
    const json = { targetChannelId: await person('target'), chatChannelId }
    await scene.call('POST', '/open/v1/temporary-restrict-channels', { token, json })
    return { body: json }
  },

  'Session.openClientSession': nothing,
  'Session.openUserSession': nothing,
  'Session.listClientSessions': aPageOfSessions,
  'Session.listUserSessions': aPageOfSessions,
  'Session.subscribeChat': aSession,
  'Session.unsubscribeChat': aSession,
  'Session.subscribeDonation': aSession,
  'Session.unsubscribeDonation': aSession,
  'Session.subscribeSubscription': aSession,
  'Session.unsubscribeSubscription': aSession,

  'Drops.rewardClaims': ({ campaignId, claimId, viewer }) => ({
    query: {
      page: { from: claimId, size: 1 },
      claimId: [claimId],
      channelId: viewer,
      campaignId,
      fulfillmentState: 'CLAIMED',
    },
  }),
  'Drops.fulfilClaims': async ({ claim, person }) => ({
    body: { claimIds: [await claim(await person('claimer'))], fulfillmentState: 'FULFILLED' },
  }),

  'People.overview': nothing,
  'People.listPeople': () => ({ query: { name: '방송' } }),
  'People.makePerson': ({ scene }) => ({
    body: {
      channelName: '새 사람',
      email: `${scene.world.random.uuid()}@onair.test`,
      password: 'a password',
      verifiedMark: true,
      identityVerified: true,
      organizationId: 'an organization',
    },
  }),
  'People.makeApp': ({ channelId }) => ({
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
  'People.makeGrant': ({ client: { clientId }, spare }) => ({
    body: { clientId, channelId: spare, scopes: ['유저 정보 조회'] },
  }),
  'People.withdrawGrant': async ({ client: { clientId }, spare, grantOf }) => {
    await grantOf(spare)
    return { parameters: { clientId, channelId: spare } }
  },

  'Acts.chat': ({ channelId }) => ({ body: { channelId, byChannelId: channelId, message: '안녕하세요' } }),
  'Acts.follow': between,
  'Acts.unfollow': between,
  'Acts.manage': ({ channelId, manager }) => ({
    body: { channelId, byChannelId: manager, userRole: 'STREAMING_CHAT_MANAGER' },
  }),
  'Acts.goLive': ({ channelId }) => ({ body: { channelId, liveTitle: '생방송', viewers: 3 } }),
  'Acts.goOffline': async ({ spare, scene }) => {
    await scene.play('POST', '/acts/go-live', { channelId: spare })
    return { body: { channelId: spare } }
  },

  'Support.subscribe': ({ channelId, viewer }) => ({
    body: { channelId, byChannelId: viewer, tierNo: 2, month: 4 },
  }),
  'Support.donate': ({ channelId, viewer }) => ({
    body: { channelId, byChannelId: viewer, payAmount: 1, donationText: '감사합니다', donationType: 'VIDEO' },
  }),

  'Drops.makeCampaign': ({ client: { clientId } }) => ({
    body: { clientId, categoryId: 'talk', rewards: ['검', 'a shield'], watchMinutes: [30, 0] },
  }),
  'Drops.claim': ({ rewardId, manager }) => ({ body: { rewardId, byChannelId: manager } }),

  'Sessions.disconnect': ({ clientSession: { sessionKey } }) => ({ inPath: { sessionKey } }),

  'Sinks.setSink': () => ({
    inPath: { sinkName: 'a-sink' },
    body: { status: 204, delayMs: 0, failFirst: 2, failStatus: 503 },
  }),
  'Sinks.readSink': () => ({ inPath: { sinkName: 'a-sink' }, query: { after: 0 } }),
  'Sinks.removeSink': () => ({ inPath: { sinkName: 'a-sink' } }),

  'Clock.readClock': nothing,
  'Clock.moveClock': () => ({ body: { advanceSeconds: 1 } }),

  'Inspector.listRecords': ({ client: { clientId }, channelId, userSession: { sessionKey } }) => ({
    query: {
      clientId,
      kind: 'frame',
      name: 'system',
      status: '2xx',
      channelId,
      sessionKey,
      chain: 'a chain',
      text: 'a text',
      before: 1_000_000,
      after: 0,
      full: true,
      size: 10,
    },
  }),
  'Inspector.whyNot': ({ client: { clientId }, channelId, userSession: { sessionKey } }) => ({
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
