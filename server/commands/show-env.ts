import type { ContentOf, sandboxActs, sandboxDrops, sandboxPeople, session } from '@onair/contract'
import { readConfig } from '../config.ts'
import { optionsOf, UsageFault, type Env } from './command.ts'

type Overview = ContentOf<typeof sandboxPeople.overview>
type TokenSet = ContentOf<typeof sandboxPeople.makeGrant>

/** Prints what the examples of the documentation expect in a shell, from a sandbox that runs: `eval "$(npm run onair -- env)"`. */
export async function showEnv(args: string[], env: Env): Promise<void> {
  const { url } = optionsOf(args, { url: { type: 'string' } })
  const base = url ?? `http://127.0.0.1:${readConfig(env).port}`
  for (const [name, value] of Object.entries(await valuesOf(base))) process.stdout.write(`export ${name}='${value}'\n`)
}

/** `OTHER_TOKEN` and `REFRESH_TOKEN` are the viewer's, so that ending them leaves `TOKEN`, the streamer's, alone. */
async function valuesOf(base: string): Promise<Record<string, string | number>> {
  const { baseUrl, demo } = await ask<Overview>(base, '/sandbox/v1')
  const { clientId, clientSecret } = demo
  const idOf = (is: string) => demo.people.find((person) => person.is === is)?.channelId ?? ''
  const [streamer, viewer, manager] = [idOf('streamer'), idOf('viewer'), idOf('manager')]
  const grantOf = (channelId: string) => ask<TokenSet>(base, '/sandbox/v1/grants', { body: { clientId, channelId } })
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
    SESSION_KEY: await sessionOf(base, token),
    ...(await messageOf(base, streamer, manager)),
    ...(await claimOf(base, clientId, viewer)),
  }
}

/** A session that is connected now, such as that of a bot; empty when there is none. */
async function sessionOf(base: string, token: string): Promise<string> {
  const { data } = await ask<ContentOf<typeof session.listUserSessions>>(base, '/open/v1/sessions', { token })
  return data.find(({ disconnectedDate }) => disconnectedDate === undefined)?.sessionKey ?? ''
}

/** A message that is there to be hidden; a manager may always speak. */
async function messageOf(base: string, channelId: string, byChannelId: string) {
  const body = { channelId, byChannelId, message: '안녕하세요' }
  const said = await ask<ContentOf<typeof sandboxActs.chat>>(base, '/sandbox/v1/acts/chat', { body })
  return { CHAT_CHANNEL_ID: said.chatChannelId, MESSAGE_TIME: said.messageTime }
}

/** A claim that waits to be granted, and the reward that it is for. */
async function claimOf(base: string, clientId: string, byChannelId: string) {
  type Campaign = ContentOf<typeof sandboxDrops.makeCampaign>
  const campaign = { clientId, categoryId: 'League_of_Legends', rewards: ['검'] }
  const { rewardIds } = await ask<Campaign>(base, '/sandbox/v1/drops/campaigns', { body: campaign })
  const body = { rewardId: rewardIds[0], byChannelId }
  const { claimId } = await ask<ContentOf<typeof sandboxDrops.claim>>(base, '/sandbox/v1/acts/claim', { body })
  return { REWARD_ID: rewardIds[0] ?? '', CLAIM_ID: claimId }
}

async function ask<T>(base: string, path: string, { body, token }: { body?: object; token?: string } = {}): Promise<T> {
  const answer = await fetch(`${base}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(5_000),
  }).catch(() => null)
  if (answer === null || !answer.ok)
    throw new UsageFault(`No sandbox answers at ${base}; start one with npm start, or name it with --url.`)
  const { content } = (await answer.json()) as { content: T }
  return content
}
