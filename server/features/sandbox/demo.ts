import { createHmac } from 'node:crypto'
import { keyFor } from '../../kit/secrets.ts'
import type { World } from '../../world/world.ts'
import { makePerson } from '../accounts/make-person.ts'
import { registerApp, type Credentials } from '../apps/register-app.ts'
import { insertFollower, insertManager, insertSubscriber } from '../channels/audience-store.ts'
import { isChannel } from '../channels/channel-store.ts'

type Demo = 'streamer' | 'manager' | 'subscriber' | 'follower' | 'viewer'
export type DemoPerson = { channelId: string; channelName: string; email: string; password: string; is: Demo }

const cast: { name: string; email: string; is: Demo }[] = [
  { name: '하늘방송', email: 'streamer@onair.test', is: 'streamer' },
  { name: '든든한매니저', email: 'manager@onair.test', is: 'manager' },
  { name: '단골구독자', email: 'subscriber@onair.test', is: 'subscriber' },
  { name: 'follower_kim', email: 'follower@onair.test', is: 'follower' },
  { name: 'viewer_lee', email: 'viewer@onair.test', is: 'viewer' },
  { name: 'viewer_park', email: 'viewer2@onair.test', is: 'viewer' },
]

/** One password for all of them: they exist in the sandbox alone. */
const password = 'onair-demo'

export const demoRedirectUri = 'http://127.0.0.1:3000/callback'

/** The people of the first day. Their ids come from the program's key, so that they are the same again after a reset. */
export function demoPeople({ programKey }: Pick<World, 'programKey'>): DemoPerson[] {
  return cast.map(({ name, email, is }) => {
    const channelId = derived(programKey, email).subarray(0, 16).toString('hex')
    return { channelId, channelName: name, email, password, is }
  })
}

export function demoCredentials({ programKey }: Pick<World, 'programKey'>): Credentials {
  const id = derived(programKey, 'client id').subarray(0, 16).toString('hex')
  return {
    clientId: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    clientSecret: derived(programKey, 'client secret').toString('base64url'),
  }
}

/** Where the demo application asks for consent. */
export function tryConsentAt({ addresses, programKey }: Pick<World, 'addresses' | 'programKey'>): string {
  const { clientId } = demoCredentials({ programKey })
  const query = new URLSearchParams({ clientId, redirectUri: demoRedirectUri, state: 'hello' })
  return `${addresses.authUrl}/account-interlock?${String(query)}`
}

/** Makes the demo world, unless it is there: a streamer, a manager, a subscriber, a follower, viewers, an application with all scopes. */
export async function seedDemo(world: Pick<World, 'clock' | 'config' | 'db' | 'programKey' | 'random'>): Promise<void> {
  const people = demoPeople(world)
  const [streamer] = people
  if (streamer === undefined || (await isChannel(world.db.read, streamer.channelId))) return

  await Promise.all(people.map((person) => makePerson(person, world, person.channelId)))
  await seedAudience(streamer.channelId, people, world)
  const app = { name: 'Demo application', redirectUri: demoRedirectUri, ownerChannelId: streamer.channelId }
  await registerApp(app, world, demoCredentials(world))
}

async function seedAudience(channelId: string, people: DemoPerson[], { clock, db }: Pick<World, 'clock' | 'db'>) {
  const now = clock.now()
  await db.change(async (tx) => {
    for (const { is, channelId: who } of people) {
      if (is === 'manager')
        await insertManager(tx, {
          channel_id: channelId,
          manager_channel_id: who,
          user_role: 'STREAMING_CHANNEL_MANAGER',
          created_at: now,
        })
      if (is === 'subscriber')
        await insertSubscriber(tx, {
          channel_id: channelId,
          subscriber_channel_id: who,
          tier_no: 1,
          month: 3,
          created_at: now,
        })
      if (is !== 'streamer' && is !== 'viewer')
        await insertFollower(tx, { channel_id: channelId, follower_channel_id: who, created_at: now })
    }
  })
}

function derived(programKey: Buffer, label: string): Buffer {
  return createHmac('sha256', keyFor('demo world', programKey)).update(label).digest()
}
