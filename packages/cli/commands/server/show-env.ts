import { sandboxApi, session } from '@onair/contract'
import { createClient } from '@onair/sdk/http'
import { defineCommand } from '../../command.ts'
import { openSandbox, sandboxOptions, type Sandbox } from '../sandbox/sandbox.ts'
import { print, shellQuote } from '../../print.ts'

/**
 * Prints the shell variables that the documentation's examples use: `eval "$(npx onair env)"`. It issues tokens, because
 * issued ones cannot be read, and changes nothing else without `--samples`.
 */
export const showEnv = defineCommand({
  name: 'env',
  summary: 'Print the shell variables that the examples of the documentation use',
  positionals: {},
  options: {
    url: sandboxOptions.url,
    samples: { description: 'also send a chat message and claim a reward, for the examples of the API reference' },
  },
  async run({ samples, ...target }, env) {
    const sandbox = await openSandbox(target, env)
    const variables = { ...(await shellVariables(sandbox)), ...(samples && (await createSamples(sandbox))) }
    for (const [name, value] of Object.entries(variables)) print(`export ${name}=${shellQuote(String(value))}`)
  },
})

/** `TOKEN` and `REFRESH_TOKEN` are the streamer's. Using up or revoking the viewer's does not affect them. */
async function shellVariables(sandbox: Sandbox): Promise<Record<string, string | number>> {
  const { baseUrl, demo } = sandbox.overview
  const { clientId, clientSecret } = demo
  const channelIdOf = (role: string) => demoChannelId(sandbox, role)
  const [streamer, viewer, manager] = [channelIdOf('streamer'), channelIdOf('viewer'), channelIdOf('manager')]
  const createGrant = (channelId: string) =>
    sandbox.call(sandboxApi.grants.createGrant, { body: { clientId, channelId } })
  const [tokens, viewerTokens] = [await createGrant(streamer), await createGrant(viewer)]
  return {
    BASE: baseUrl,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    TOKEN: tokens.accessToken,
    REFRESH_TOKEN: tokens.refreshToken,
    OTHER_TOKEN: viewerTokens.accessToken,
    OTHER_REFRESH_TOKEN: viewerTokens.refreshToken,
    STREAMER: streamer,
    VIEWER: viewer,
    MANAGER: manager,
    SESSION_KEY: await connectedSessionKey(sandbox, tokens.accessToken),
  }
}

/** A message to hide, and a claim to fulfill. */
async function createSamples(sandbox: Sandbox) {
  const channelIdOf = (role: string) => demoChannelId(sandbox, role)
  return {
    ...(await sendMessage(sandbox, channelIdOf('streamer'), channelIdOf('manager'))),
    ...(await createClaim(sandbox, sandbox.overview.demo.clientId, channelIdOf('viewer'))),
  }
}

function demoChannelId({ overview }: Sandbox, role: string): string {
  return overview.demo.people.find(({ is }) => is === role)?.channelId ?? ''
}

/** A connected session, such as that of a bot; empty if there is none. */
async function connectedSessionKey({ baseUrl: base }: Sandbox, accessToken: string): Promise<string> {
  const { data } = await createClient({ baseUrl: base, credentials: { accessToken } })(session.listUserSessions)
  return data.find(({ disconnectedDate }) => disconnectedDate === undefined)?.sessionKey ?? ''
}

/** The sender is a manager, whom no chat rule restricts. */
async function sendMessage({ call }: Sandbox, channelId: string, byChannelId: string) {
  const message = await call(sandboxApi.channels.chat, { body: { channelId, byChannelId, message: '안녕하세요' } })
  return { CHAT_CHANNEL_ID: message.chatChannelId, MESSAGE_TIME: message.messageTime }
}

async function createClaim({ call }: Sandbox, clientId: string, byChannelId: string) {
  const campaign = { clientId, categoryId: 'League_of_Legends', rewards: ['검'] }
  const { rewardIds } = await call(sandboxApi.drops.createCampaign, { body: campaign })
  const rewardId = rewardIds[0] ?? ''
  const { claimId } = await call(sandboxApi.drops.claim, { body: { rewardId, byChannelId } })
  return { REWARD_ID: rewardId, CLAIM_ID: claimId }
}
