import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestChannel } from '../../../../tests/support/apps/test-channel.ts'

/** Fillers, blanks, joiners, selectors and tags: characters that no font shows. */
const invisible = [
  '\u3164',
  '\u115F',
  '\u1160',
  '\uFFA0',
  '\u2800',
  '\u200B',
  '\u200D',
  '\u2060',
  '\u00AD',
  '\uFE0F',
  '\u{E0020}',
  ' \u3164\u200B\u00A0',
]

test('refuses a name, title or message in which nothing is visible', async () => {
  await using channel = await openTestChannel({ app: { organizationId: 'a company' } })
  const { channelId, client, token } = channel
  const campaign = { clientId: client.clientId, categoryId: 'talk' }
  const viewer = await channel.createPerson()
  const fields: Record<string, (text: string) => Promise<{ status: number }>> = {
    'channel name': (channelName) => channel.tryAct('createPerson', { channelName }),
    'name of an application': (name) =>
      channel.tryAct('createApp', { name, redirectUri: 'http://localhost', ownerChannelId: channelId }),
    'title of a live': (liveTitle) => channel.tryAct('goLive', { channelId, liveTitle }),
    'title in the live settings': (defaultLiveTitle) =>
      channel.call('PATCH', '/open/v1/lives/setting', { token, json: { defaultLiveTitle } }),
    message: (message) => channel.tryAct('chat', { channelId, byChannelId: viewer, message }),
    'message of an application': (message) => channel.call('POST', '/open/v1/chats/send', { token, json: { message } }),
    notice: (message) => channel.call('POST', '/open/v1/chats/notice', { token, json: { message } }),
    'message of a donation': (donationText) =>
      channel.tryAct('donate', { channelId, byChannelId: viewer, payAmount: 1_000, donationText }),
    'title of a campaign': (title) => channel.tryAct('createCampaign', { ...campaign, title, rewards: ['a hat'] }),
    'name of a reward': (name) => channel.tryAct('createCampaign', { ...campaign, rewards: [name] }),
  }
  const accepted: string[] = []
  for (const [field, send] of Object.entries(fields)) {
    for (const text of invisible) if ((await send(text)).status !== 400) accepted.push(`${field}: ${escape(text)}`)
    const visible = await send(`a ${field.slice(-4)}\u3164`)
    assert.ok([200, 204].includes(visible.status), `${field}: ${JSON.stringify(visible)}`)
  }
  assert.deepEqual(accepted, [])
})
