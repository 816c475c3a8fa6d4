import assert from 'node:assert/strict'
import { chatEvent } from '@onair/contract'
import { Compile } from 'typebox/compile'
import { openSocketIoSession } from '../support/clients/socket-io-session.ts'

/**
 * Through the public API: creates a streamer and an application, grants consent, connects a session, receives a chat
 * message and withdraws the consent. A second application stays subscribed, and shows that each message was sent.
 */
export async function runChatScenario(baseUrl: string): Promise<void> {
  const sandbox = (method: string, path: string, json: object) => call(method, `${baseUrl}/sandbox/v1${path}`, {}, json)
  const streamer = await sandbox('POST', '/people', { channelName: '하늘 방송' })
  const viewer = await sandbox('POST', '/people', { channelName: '시청자 👀' })
  const createBot = async (name: string) => {
    const app = await sandbox('POST', '/apps', { name, redirectUri: 'http://127.0.0.1:9/callback' })
    const grant = { clientId: app.clientId, channelId: streamer.channelId }
    const { accessToken } = await sandbox('POST', '/grants', grant)
    const bearer = { authorization: `Bearer ${accessToken}` }
    const callOpenApi = (path: string) => call('GET', `${baseUrl}/open/v1${path}`, bearer)
    const changeSubscription = (action: string, sessionKey: string) =>
      call('POST', `${baseUrl}/open/v1/sessions/events/${action}/chat?sessionKey=${sessionKey}`, bearer)
    assert.equal((await callOpenApi('/users/me')).channelName, '하늘 방송')

    const session = openSocketIoSession((await callOpenApi('/sessions/auth')).url)
    const [event, { type, data }] = await session.next()
    assert.deepEqual([event, type], ['SYSTEM', 'connected'])
    await changeSubscription('subscribe', data.sessionKey)
    assert.deepEqual(await session.next(), systemEvent('subscribed'))
    return {
      ...session,
      grant,
      unsubscribe: () => changeSubscription('unsubscribe', data.sessionKey),
      subscribe: () => changeSubscription('subscribe', data.sessionKey),
    }
  }
  const systemEvent = (type: string) => ['SYSTEM', { type, data: { eventType: 'CHAT', channelId: streamer.channelId } }]
  const sendChat = (message: string) =>
    sandbox('POST', '/actions/chat', { channelId: streamer.channelId, byChannelId: viewer.channelId, message })

  using bot = await createBot('bot')
  using otherBot = await createBot('other bot')
  const { messageId } = await sendChat('안녕하세요 👋🏽 한국어')
  const [event, chat] = await bot.next()
  assert.equal(event, 'CHAT')
  assert.equal(Compile(chatEvent).Check(chat), true)
  assert.deepEqual(
    [chat.content, chat.profile.nickname, chat.eventId],
    ['안녕하세요 👋🏽 한국어', '시청자 👀', messageId],
  )
  assert.deepEqual(await otherBot.next(), ['CHAT', chat])

  await bot.unsubscribe()
  assert.deepEqual(await bot.next(), systemEvent('unsubscribed'))
  await sendChat('아무도 없나요')
  assert.equal((await otherBot.next())[1].content, '아무도 없나요')
  await bot.subscribe()
  assert.deepEqual(await bot.next(), systemEvent('subscribed'))

  await sandbox('DELETE', '/grants', bot.grant)
  assert.deepEqual(await bot.next(), systemEvent('revoked'))
  await sendChat('안녕히 가세요')
  assert.equal((await otherBot.next())[1].content, '안녕히 가세요')
  assert.deepEqual(bot.unread(), [])
}

async function call(method: string, url: string, headers: Record<string, string>, json?: object): Promise<any> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: JSON.stringify(json) }),
  })
  const body: any = await response.json()
  assert.equal(response.status, 200, `${method} ${url} returned ${JSON.stringify(body)}`)
  return body.content
}
