import { EventEmitter, once } from 'node:events'
import { Agent, request } from 'node:http'
import { rawClient } from '../../server/testing/raw-client.ts'

/** Channels with listeners, and a way to say something in them by number. `heard` is called for every listener that hears it. */
export async function openRooms(
  apiUrl: string,
  channels: number,
  listenersEach: number,
  heard: (number: number) => void,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const bell = new EventEmitter()
  const sockets: ReturnType<typeof rawClient>['socket'][] = []
  const tokens: string[] = []

  const call = async (method: string, path: string, headers: Record<string, string>, json?: object): Promise<any> => {
    const body = json === undefined ? undefined : JSON.stringify(json)
    const asked = request(`${apiUrl}${path}`, {
      method,
      agent,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    })
    asked.end(body)
    const [answer] = await once(asked, 'response')
    let text = ''
    for await (const part of answer) text += String(part)
    if (answer.statusCode !== 200) throw new Error(`${method} ${path} answered ${text}`)
    return JSON.parse(text).content
  }
  const play = (path: string, json: object) => call('POST', `/sandbox/v1${path}`, {}, json)

  for (let made = 0; made < channels; made++) {
    const { channelId } = await play('/people', { channelName: '방송인' })
    const { clientId, clientSecret } = await play('/apps', { name: 'bot', redirectUri: 'http://127.0.0.1:9/callback' })
    const { accessToken } = await play('/grants', { clientId, channelId })
    tokens.push(accessToken)
    const listening = Array.from({ length: listenersEach }, async () => {
      const credentials = { 'client-id': clientId, 'client-secret': clientSecret }
      const { url } = await call('GET', '/open/v1/sessions/auth/client', credentials)
      const { socket } = rawClient(
        `${url.replace('http', 'ws').replace('?', '/socket.io/?')}&EIO=3&transport=websocket`,
      )
      sockets.push(socket)
      const { promise: connected, resolve } = Promise.withResolvers<string>()
      socket.on('message', (bytes: Buffer) => {
        const text = bytes.toString('latin1')
        if (text.startsWith('42["CHAT"')) {
          heard(Number(/"content":"(\d+) /.exec(text)?.[1]))
          bell.emit('heard')
        } else if (text.startsWith('42["SYSTEM"') && text.includes('sessionKey')) {
          resolve(JSON.parse(text.slice(2))[1].data.sessionKey)
        }
      })
      const sessionKey = await connected
      await call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${sessionKey}`, {
        authorization: `Bearer ${accessToken}`,
      })
    })
    await Promise.all(listening)
  }
  return {
    bell,
    /** False when it was refused. */
    async say(number: number): Promise<boolean> {
      const authorization = `Bearer ${tokens[number % tokens.length]}`
      const message = `${number} 안녕하세요 오늘 방송도 재미있게 보고 있어요`
      return call('POST', '/open/v1/chats/send', { authorization }, { message }).then(
        () => true,
        () => false,
      )
    },
    [Symbol.dispose]() {
      for (const socket of sockets) socket.terminate()
      agent.destroy()
    },
  }
}
