import { sandboxActs, sandboxDrops, sandboxPeople, session } from '@onair/contract'
import { client } from '@onair/contract/client/http'
import { command } from './command.ts'
import { openSandbox, ofSandbox, type Sandbox } from './sandbox.ts'
import { say } from './say.ts'

/** Prints what the examples of the documentation expect in a shell, from a sandbox that runs: `eval "$(npx onair env)"`. */
export const showEnv = command({
  words: 'env',
  does: 'Print what the examples of the documentation expect in a shell',
  takes: {},
  options: { url: ofSandbox.url },
  async run(where, env) {
    const sandbox = await openSandbox(where, env)
    for (const [name, value] of Object.entries(await valuesOf(sandbox))) say(`export ${name}=${quoted(String(value))}`)
  },
})

/** As a shell reads it back, whatever is in it. */
function quoted(value: string): string {
  return `'${value.replaceAll("'", String.raw`'\''`)}'`
}

/** `OTHER_TOKEN` and `REFRESH_TOKEN` are the viewer's, so that ending them leaves `TOKEN`, the streamer's, alone. */
async function valuesOf(sandbox: Sandbox): Promise<Record<string, string | number>> {
  const { baseUrl, demo } = sandbox.overview
  const { clientId, clientSecret } = demo
  const idOf = (is: string) => demo.people.find((person) => person.is === is)?.channelId ?? ''
  const [streamer, viewer, manager] = [idOf('streamer'), idOf('viewer'), idOf('manager')]
  const grantOf = (channelId: string) => sandbox.call(sandboxPeople.makeGrant, { body: { clientId, channelId } })
  const [{ accessToken: token }, other] = [await grantOf(streamer), await grantOf(viewer)]
  return {
    BASE: baseUrl,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    TOKEN: token,
    OTHER_TOKEN: other.accessToken,
    REFRESH_TOKEN: other.refreshToken,
    STREAMER: streamer,
    VIEWER: viewer,
    MANAGER: manager,
    SESSION_KEY: await sessionOf(sandbox, token),
    ...(await messageOf(sandbox, streamer, manager)),
    ...(await claimOf(sandbox, clientId, viewer)),
  }
}

/** A session that is connected now, such as that of a bot; empty when there is none. */
async function sessionOf({ base }: Sandbox, accessToken: string): Promise<string> {
  const { data } = await client({ baseUrl: base, credentials: { accessToken } })(session.listUserSessions)
  return data.find(({ disconnectedDate }) => disconnectedDate === undefined)?.sessionKey ?? ''
}

/** A message that is there to be hidden; a manager may always speak. */
async function messageOf({ call }: Sandbox, channelId: string, byChannelId: string) {
  const said = await call(sandboxActs.chat, { body: { channelId, byChannelId, message: '안녕하세요' } })
  return { CHAT_CHANNEL_ID: said.chatChannelId, MESSAGE_TIME: said.messageTime }
}

/** A claim that waits to be granted, and the reward that it is for. */
async function claimOf({ call }: Sandbox, clientId: string, byChannelId: string) {
  const campaign = { clientId, categoryId: 'League_of_Legends', rewards: ['검'] }
  const { rewardIds } = await call(sandboxDrops.makeCampaign, { body: campaign })
  const rewardId = rewardIds[0] ?? ''
  const { claimId } = await call(sandboxDrops.claim, { body: { rewardId, byChannelId } })
  return { REWARD_ID: rewardId, CLAIM_ID: claimId }
}
