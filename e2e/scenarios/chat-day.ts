import assert from 'node:assert/strict'
import { chatEvent } from '@onair/contract'
import { Compile } from 'typebox/compile'
import { socketIoSession } from '../../server/testing/socket-io-session.ts'

/**
 * A developer's first day, through public doors alone: a person, an application, consent, a session, a chat that is
 * heard, and consent withdrawn. A second listener who stays shows that the first one's silence is no accident.
 */
export async function chatDay(baseUrl: string): Promise<void> {
  const play = (method: string, path: string, json: object) => call(method, `${baseUrl}/sandbox/v1${path}`, {}, json)
  const streamer = await play('POST', '/people', { channelName: '하늘 방송' })
  const viewer = await play('POST', '/people', { channelName: '시청자 👀' })
  const enter = async (name: string) => {
    const app = await play('POST', '/apps', { name, redirectUri: 'http://127.0.0.1:9/callback' })
    const grant = { clientId: app.clientId, channelId: streamer.channelId }
    const { accessToken } = await play('POST', '/grants', grant)
    const bearer = { authorization: `Bearer ${accessToken}` }
    const open = (path: string) => call('GET', `${baseUrl}/open/v1${path}`, bearer)
    const change = (act: string, sessionKey: string) =>
      call('POST', `${baseUrl}/open/v1/sessions/events/${act}/chat?sessionKey=${sessionKey}`, bearer)
    assert.equal((await open('/users/me')).channelName, '하늘 방송')

    const session = socketIoSession((await open('/sessions/auth')).url)
    const [event, { type, data }] = await session.next()
    assert.deepEqual([event, type], ['SYSTEM', 'connected'])
    await change('subscribe', data.sessionKey)
    assert.deepEqual(await session.next(), system('subscribed'))
    return {
      ...session,
      grant,
      unsubscribe: () => change('unsubscribe', data.sessionKey),
      subscribe: () => change('subscribe', data.sessionKey),
    }
  }
  const system = (type: string) => ['SYSTEM', { type, data: { eventType: 'CHAT', channelId: streamer.channelId } }]
  const say = (message: string) =>
    play('POST', '/acts/chat', { channelId: streamer.channelId, byChannelId: viewer.channelId, message })

  using bot = await enter('bot')
  using witness = await enter('witness')
  const { messageId } = await say('안녕하세요 👋🏽 한국어')
  const [event, chat] = await bot.next()
  assert.equal(event, 'CHAT')
  assert.equal(Compile(chatEvent).Check(chat), true)
  assert.deepEqual(
    [chat.content, chat.profile.nickname, chat.eventId],
    ['안녕하세요 👋🏽 한국어', '시청자 👀', messageId],
  )
  assert.deepEqual(await witness.next(), ['CHAT', chat])

  await bot.unsubscribe()
  assert.deepEqual(await bot.next(), system('unsubscribed'))
  await say('아무도 없나요')
  assert.equal((await witness.next())[1].content, '아무도 없나요')
  await bot.subscribe()
  assert.deepEqual(await bot.next(), system('subscribed'))

  await play('DELETE', '/grants', bot.grant)
  assert.deepEqual(await bot.next(), system('revoked'))
  await say('안녕히 가세요')
  assert.equal((await witness.next())[1].content, '안녕히 가세요')
  assert.deepEqual(bot.unread(), [])
}

async function call(method: string, url: string, headers: Record<string, string>, json?: object): Promise<any> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: JSON.stringify(json) }),
  })
  const body: any = await response.json()
  assert.equal(response.status, 200, `${method} ${url} answered ${JSON.stringify(body)}`)
  return body.content
}
