import type { ManagerRole } from '@onair/contract'
import { insertFollower, insertSubscriber } from '../features/channels/audience-store.ts'
import { manage } from '../features/channels/manage.ts'
import { openScene, type Answer } from './scene.ts'
import { enter } from './session-client.ts'

export const wrongValue = [400, '잘못된 값을 입력했습니다.']
export const forbidden = [403, 'FORBIDDEN']
export const notFound = [404, 'NOT_FOUND']
export const nobody = '0'.repeat(32)

/** Status and message of an answer, which is what a refusal consists of. */
export function refusalIn({ status, body }: Answer): [number, string | null] {
  return [status, body.message]
}

/** A scene with a streamer, their application, and the people around their channel. */
export async function openStudio({
  app,
  ...given
}: { app?: object } & Pick<NonNullable<Parameters<typeof openScene>[0]>, 'settings' | 'busAround'> = {}) {
  const scene = await openScene(given)
  const cast = await scene.cast(app)
  const { channelId, client, token } = cast
  const { clock, world } = scene
  const guests = new DisposableStack()

  const person = async (given: object = {}): Promise<string> =>
    (await scene.play('POST', '/people', { channelName: '시청자', ...given })).channelId
  const say = (by: string, message = '안녕하세요') =>
    scene.call('POST', '/sandbox/v1/acts/chat', { json: { channelId, byChannelId: by, message } })

  return {
    ...scene,
    ...cast,
    person,
    say,
    /** Says something that must be heard, and answers what was written down. */
    said: async (by: string, message?: string) => {
      const { body } = await say(by, message)
      return world.db.read
        .selectFrom('chat_message')
        .selectAll()
        .where('id', '=', body.content.messageId)
        .executeTakeFirstOrThrow()
    },
    tokenOf: async (channelId: string, scopes?: string[]): Promise<string> =>
      (await scene.play('POST', '/grants', { clientId: client.clientId, channelId, ...(scopes && { scopes }) }))
        .accessToken,
    chatChannelId: async (): Promise<string> =>
      (
        await world.db.read
          .selectFrom('channel')
          .select('chat_channel_id')
          .where('id', '=', channelId)
          .executeTakeFirstOrThrow()
      ).chat_channel_id,
    follower: async (given?: object) => {
      const who = await person(given)
      const row = { channel_id: channelId, follower_channel_id: who, created_at: clock.now() }
      await world.db.change((tx) => insertFollower(tx, row))
      return who
    },
    manager: async (userRole: ManagerRole) => {
      const who = await person()
      await manage({ channelId, byChannelId: who, userRole }, world)
      return who
    },
    subscriber: async (who?: string) => {
      const subscriber = who ?? (await person())
      const row = {
        channel_id: channelId,
        subscriber_channel_id: subscriber,
        tier_no: 1,
        month: 1,
        created_at: clock.now(),
      }
      await world.db.change((tx) => insertSubscriber(tx, row))
      return subscriber
    },
    /** Someone who is connected to a session of the streamer and hears the events of a kind. */
    listen: async (kind: string) => {
      const { body } = await scene.call('GET', '/open/v1/sessions/auth', { token })
      const guest = guests.use(await enter(body.content.url))
      await scene.call('POST', `/open/v1/sessions/events/subscribe/${kind}?sessionKey=${guest.sessionKey}`, { token })
      await guest.next()
      return guest
    },
    async [Symbol.asyncDispose]() {
      guests.dispose()
      await scene[Symbol.asyncDispose]()
    },
  }
}

export type Studio = Awaited<ReturnType<typeof openStudio>>
