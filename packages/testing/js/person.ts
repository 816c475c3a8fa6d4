import { createClient, sandboxApi, type BodyOf, type Client, type ContentOf } from '@onair/sdk'

type Donation = Omit<BodyOf<typeof sandboxApi.payments.donate>, 'channelId' | 'byChannelId'>
type Subscription = Omit<BodyOf<typeof sandboxApi.payments.subscribe>, 'channelId' | 'byChannelId'>
type LiveOptions = Omit<BodyOf<typeof sandboxApi.channels.goLive>, 'channelId'>
type ManagerRole = BodyOf<typeof sandboxApi.channels.manage>['userRole']
export type Tokens = ContentOf<typeof sandboxApi.grants.createGrant>

/** A person of a world, who acts through the code that serves real viewers. */
export type Person = {
  readonly channelId: string
  readonly channelName: string
  /** The email address and the password are for sign-in pages. */
  readonly email: string
  readonly password: string
  /** Sends a message to the chat of a channel. Its chat rules apply. */
  chat(channel: Channel, message: string): Promise<ContentOf<typeof sandboxApi.channels.chat>>
  donate(channel: Channel, donation: Donation): Promise<ContentOf<typeof sandboxApi.payments.donate>>
  subscribe(channel: Channel, subscription?: Subscription): Promise<void>
  follow(channel: Channel): Promise<void>
  unfollow(channel: Channel): Promise<void>
  /** Claims a reward of a drops campaign. */
  claim(rewardId: string): Promise<ContentOf<typeof sandboxApi.drops.claim>>
  goLive(live?: LiveOptions): Promise<ContentOf<typeof sandboxApi.channels.goLive>>
  goOffline(): Promise<void>
  /** Gives another person a role in this person's channel; null removes it. */
  setRole(person: Channel, userRole: ManagerRole): Promise<void>
  /** Gives an application consent, with these scopes or all. Without an application: the demo application. */
  grant(options?: { app?: { clientId: string }; scopes?: string[] }): Promise<Tokens>
  /** The Open API as this person, by consent for the application. */
  api(options?: { app?: { clientId: string }; scopes?: string[] }): Promise<Client>
}
type Channel = { readonly channelId: string }

type PersonData = Pick<Person, 'channelId' | 'channelName' | 'email' | 'password'>

export function createPerson(
  { channelId, channelName, email, password }: PersonData,
  { baseUrl, call, demoApp }: { baseUrl: string; call: Client; demoApp: { clientId: string } },
): Person {
  const { channels, drops, grants, payments } = sandboxApi
  const byMe = (channel: Channel) => ({ channelId: channel.channelId, byChannelId: channelId })
  const person: Person = {
    channelId,
    channelName,
    email,
    password,
    chat: (channel, message) => call(channels.chat, { body: { ...byMe(channel), message } }),
    donate: (channel, donation) => call(payments.donate, { body: { ...donation, ...byMe(channel) } }),
    subscribe: async (channel, subscription = {}) =>
      void (await call(payments.subscribe, { body: { ...subscription, ...byMe(channel) } })),
    follow: async (channel) => void (await call(channels.follow, { body: byMe(channel) })),
    unfollow: async (channel) => void (await call(channels.unfollow, { body: byMe(channel) })),
    claim: (rewardId) => call(drops.claim, { body: { rewardId, byChannelId: channelId } }),
    goLive: (live = {}) => call(channels.goLive, { body: { ...live, channelId } }),
    goOffline: async () => void (await call(channels.goOffline, { body: { channelId } })),
    setRole: async (manager, userRole) =>
      void (await call(channels.manage, { body: { channelId, byChannelId: manager.channelId, userRole } })),
    grant: ({ app = demoApp, scopes } = {}) =>
      call(grants.createGrant, { body: { clientId: app.clientId, channelId, ...(scopes && { scopes }) } }),
    async api(options) {
      const { accessToken } = await person.grant(options)
      // A test sees every response.
      return createClient({ baseUrl, credentials: { accessToken }, maxRetries: 0 })
    },
  }
  return person
}
