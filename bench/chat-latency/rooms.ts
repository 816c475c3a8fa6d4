import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { openRawClient } from '../../server/test/raw-client.ts'

/** Opens channels with clients. `onMessage` is called with the number of the message for each client that receives it. */
export async function openRooms(
  apiUrl: string,
  channelCount: number,
  clientsPerChannel: number,
  onMessage: (number: number) => void,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const sockets: ReturnType<typeof openRawClient>['socket'][] = []
  const tokens: string[] = []

  const call = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    json?: object,
  ): Promise<Record<string, string>> => {
    const body = json === undefined ? undefined : JSON.stringify(json)
    const outgoingRequest = request(`${apiUrl}${path}`, {
      method,
      agent,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    })
    outgoingRequest.end(body)
    const [response] = await once(outgoingRequest, 'response')
    let text = ''
    for await (const part of response) text += String(part)
    if (response.statusCode !== 200) throw new Error(`${method} ${path} returned ${text}`)
    return JSON.parse(text).content
  }
  const sandbox = (path: string, json: object) => call('POST', `/sandbox/v1${path}`, {}, json)

  for (let index = 0; index < channelCount; index++) {
    const { channelId = '' } = await sandbox('/people', { channelName: '방송인' })
    const { clientId = '', clientSecret = '' } = await sandbox('/apps', {
      name: 'bot',
      redirectUri: 'http://127.0.0.1:9/callback',
    })
    const { accessToken = '' } = await sandbox('/grants', { clientId, channelId })
    tokens.push(accessToken)
    const opened = Array.from({ length: clientsPerChannel }, async () => {
      const credentials = { 'client-id': clientId, 'client-secret': clientSecret }
      const { url = '' } = await call('GET', '/open/v1/sessions/auth/client', credentials)
      const { socket } = openRawClient(
        `${url.replace('http', 'ws').replace('?', '/socket.io/?')}&EIO=3&transport=websocket`,
      )
      sockets.push(socket)
      const { promise: connected, resolve } = Promise.withResolvers<string>()
      socket.on('message', (bytes: Buffer) => {
        const text = bytes.toString('latin1')
        if (text.startsWith('42["CHAT"')) {
          onMessage(Number(/"content":"(\d+) /.exec(text)?.[1]))
        } else if (text.startsWith('42["SYSTEM"') && text.includes('sessionKey')) {
          resolve(JSON.parse(text.slice(2))[1].data.sessionKey)
        }
      })
      const sessionKey = await connected
      await call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${sessionKey}`, {
        authorization: `Bearer ${accessToken}`,
      })
    })
    await Promise.all(opened)
  }
  return {
    /** Sends a message that holds the number. Returns false when the server rejects it. */
    async sendMessage(number: number): Promise<boolean> {
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
