import { enter, type SessionClient } from '../../testing/session-client.ts'
import { openScene, type Answer, type Cast, type Scene } from '../../testing/scene.ts'

export type Guest = SessionClient & { sessionKey: string }

/** A scene with a person and an application, and the calls of the session group. */
export async function openSessions(app?: object) {
  const scene = await openScene()
  const cast = await scene.cast(app)
  return { ...scene, ...cast, ...callsOn(scene, cast) }
}

function callsOn(scene: Scene, { client, token: own, channelId }: Cast) {
  const guests = new DisposableStack()
  const openUser = (token = own) => scene.call('GET', '/open/v1/sessions/auth', { token })
  const openClient = (as = client) => scene.call('GET', '/open/v1/sessions/auth/client', { client: as })
  const change =
    (act: string) =>
    (sessionKey: string, token = own) =>
      scene.call('POST', `/open/v1/sessions/events/${act}/chat?sessionKey=${sessionKey}`, { token })
  const entered = async (answer: Answer): Promise<Guest> => guests.use(await enter(answer.body.content.url))

  return {
    openUser,
    openClient,
    subscribe: change('subscribe'),
    unsubscribe: change('unsubscribe'),
    /** Someone who is connected to a new session of the person, or of the application. */
    enterUser: async (token?: string) => entered(await openUser(token)),
    enterClient: async (as?: Cast['client']) => entered(await openClient(as)),
    /** Someone says something in the person's chat. */
    say: async (message: string, by = channelId): Promise<string> =>
      (await scene.play('POST', '/acts/chat', { channelId, byChannelId: by, message })).messageId,
    /** Another person with a token for the same application. */
    another: async () => {
      const { channelId } = await scene.play('POST', '/people', { channelName: '다른 사람' })
      const set = await scene.play('POST', '/grants', { clientId: client.clientId, channelId })
      return { channelId: String(channelId), token: String(set.accessToken) }
    },
    /** Waits until the end of a session is written down, which happens soon after the connection ended. */
    async disconnected(sessionKey: string) {
      const session = scene.world.db.read.selectFrom('session').where('key', '=', sessionKey)
      const isOpen = session.where('disconnected_at', 'is', null).select('key')
      while ((await isOpen.executeTakeFirst()) !== undefined);
    },
    async [Symbol.asyncDispose]() {
      guests.dispose()
      await scene[Symbol.asyncDispose]()
    },
  }
}
