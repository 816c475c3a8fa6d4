import { eventually } from '../../../../tests/support/eventually.ts'
import { connect, type SessionClient } from '../../../../tests/support/clients/session-client.ts'
import {
  openTestApp,
  type ApiResponse,
  type Fixture,
  type TestApp,
  type TestAppOptions,
} from '../../../../tests/support/apps/test-app.ts'

export type ConnectedClient = SessionClient & { sessionKey: string }

/** A test app with a user and an application, and the calls of the session endpoints. */
export async function openSessionsTestApp(app?: object, options?: TestAppOptions) {
  const testApp = await openTestApp(options)
  const fixture = await testApp.createFixture(app)
  return { ...testApp, ...fixture, ...sessionCalls(testApp, fixture) }
}

function sessionCalls(testApp: TestApp, { client, token: defaultToken, channelId }: Fixture) {
  const connectedClients = new DisposableStack()
  const openUserSession = (token = defaultToken) => testApp.call('GET', '/open/v1/sessions/auth', { token })
  const openClientSession = (credentials = client) =>
    testApp.call('GET', '/open/v1/sessions/auth/client', { client: credentials })
  const changeSubscription =
    (action: string) =>
    (sessionKey: string, token = defaultToken) =>
      testApp.call('POST', `/open/v1/sessions/events/${action}/chat?sessionKey=${sessionKey}`, { token })
  const connectTo = async (response: ApiResponse): Promise<ConnectedClient> =>
    connectedClients.use(await connect(response.body.content.url))

  return {
    openUser: openUserSession,
    openClient: openClientSession,
    subscribe: changeSubscription('subscribe'),
    unsubscribe: changeSubscription('unsubscribe'),
    /** Connects a new session of the user, or of the application. */
    connectUser: async (token?: string) => connectTo(await openUserSession(token)),
    connectClient: async (credentials?: Fixture['client']) => connectTo(await openClientSession(credentials)),
    /** Sends a chat in the user's channel, and returns its id. */
    sendChat: async (message: string, by = channelId): Promise<string> =>
      (await testApp.act('chat', { channelId, byChannelId: by, message })).messageId,
    /** Another user with a token for the same application. */
    createOtherPerson: async () => {
      const { channelId } = await testApp.act('createPerson', { channelName: '다른 사람' })
      const tokens = await testApp.act('createGrant', { clientId: client.clientId, channelId })
      return { channelId, token: tokens.accessToken }
    },
    /** Waits until the disconnect is written, soon after the connection was closed. */
    async waitForDisconnect(sessionKey: string) {
      const session = testApp.deps.db.read.selectFrom('session').where('key', '=', sessionKey)
      const isOpen = session.where('disconnected_at', 'is', null).select('key')
      await eventually(async () => (await isOpen.executeTakeFirst()) === undefined)
    },
    async [Symbol.asyncDispose]() {
      connectedClients.dispose()
      await testApp[Symbol.asyncDispose]()
    },
  }
}
