import type { ManagerRole } from '@onair/contract'
import { insertFollower, insertSubscriber } from '@onair/server/features/channels/audience-store.ts'
import { setManagerRole } from '@onair/server/features/channels/set-manager-role.ts'
import { openTestApp, type ApiResponse, type TestApp, type TestAppOptions } from './test-app.ts'
import { connect } from '../clients/session-client.ts'

export const invalidValue = [400, '잘못된 값을 입력했습니다.']
export const forbidden = [403, 'FORBIDDEN']
export const notFound = [404, 'NOT_FOUND']
export const unknownChannelId = '0'.repeat(32)

/** The status and message of an error response. */
export function statusAndMessage({ status, body }: Pick<ApiResponse, 'status' | 'body'>): [number, string | null] {
  return [status, body.message]
}

export type TestChannelOptions = { app?: object | undefined } & Pick<
  TestAppOptions,
  'settings' | 'busAround' | 'log' | 'openExtension' | 'out'
>
export type TestChannel = Awaited<ReturnType<typeof openTestChannel>>

/** A test app with a streamer, an application with a token for it, and helpers to create people around the channel. */
export async function openTestChannel({ app, ...options }: TestChannelOptions = {}) {
  const testApp = await openTestApp(options)
  const fixture = await testApp.createFixture(app)
  const { channelId, client, token } = fixture
  const sessionClients = new DisposableStack()

  const people = createPeople(testApp, channelId)
  const sendChat = (by: string, message = '안녕하세요') =>
    testApp.tryAct('chat', { channelId, byChannelId: by, message })

  return {
    ...testApp,
    ...fixture,
    ...people,
    sendChat,
    /** Sends a message that must be accepted, and returns its row. */
    sendStoredChat: async (by: string, message?: string) => {
      const { body } = await sendChat(by, message)
      return testApp.deps.db.read
        .selectFrom('chat_message')
        .selectAll()
        .where('id', '=', body.content.messageId)
        .executeTakeFirstOrThrow()
    },
    grantToken: async (channelId: string, scopes?: string[]): Promise<string> =>
      (await testApp.act('createGrant', { clientId: client.clientId, channelId, ...(scopes && { scopes }) }))
        .accessToken,
    chatChannelId: async (): Promise<string> => {
      const channels = testApp.deps.db.read.selectFrom('channel').where('id', '=', channelId)
      return (await channels.select('chat_channel_id').executeTakeFirstOrThrow()).chat_channel_id
    },
    /** Connects a session of the streamer that is subscribed to a kind of events. */
    connectAndSubscribe: async (kind: string) => {
      const { body } = await testApp.call('GET', '/open/v1/sessions/auth', { token })
      const sessionClient = sessionClients.use(await connect(body.content.url))
      await testApp.call('POST', `/open/v1/sessions/events/subscribe/${kind}?sessionKey=${sessionClient.sessionKey}`, {
        token,
      })
      await sessionClient.next()
      return sessionClient
    },
    async [Symbol.asyncDispose]() {
      sessionClients.dispose()
      await testApp[Symbol.asyncDispose]()
    },
  }
}

/** Creates people in all relations to the channel, without the limits of the API. */
function createPeople(testApp: TestApp, channelId: string) {
  const { clock, deps } = testApp
  const createPerson = async (options: object = {}): Promise<string> =>
    (await testApp.act('createPerson', { channelName: '시청자', ...options })).channelId
  return {
    createPerson,
    createFollower: async (options?: object) => {
      const follower = await createPerson(options)
      const row = { channel_id: channelId, follower_channel_id: follower, created_at: clock.now() }
      await deps.db.transaction((tx) => insertFollower(tx, row))
      return follower
    },
    createManager: async (userRole: ManagerRole) => {
      const manager = await createPerson()
      await setManagerRole({ channelId, byChannelId: manager, userRole }, deps)
      return manager
    },
    createSubscriber: async (personId?: string) => {
      const subscriber = personId ?? (await createPerson())
      const subscription = { channel_id: channelId, subscriber_channel_id: subscriber, tier_no: 1, month: 1 }
      await deps.db.transaction((tx) => insertSubscriber(tx, { ...subscription, created_at: clock.now() }))
      return subscriber
    },
  }
}
