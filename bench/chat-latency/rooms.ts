import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { openRawClient } from '../../tests/support/clients/raw-client.ts'

type Call = (
  method: string,
  path: string,
  headers: Record<string, string>,
  json?: object,
) => Promise<Record<string, string>>

/** Opens channels with clients. `onMessage` is called with the number of the message for each client that receives it. */
export async function openRooms(
  apiUrl: string,
  channelCount: number,
  clientsPerChannel: number,
  onMessage: (number: number) => void,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const sockets = new DisposableStack()
  const tokens: string[] = []
  const call = apiClient(apiUrl, agent)
  const sandbox = (path: string, json: object) => call('POST', `/sandbox/v1${path}`, {}, json)

  for (let index = 0; index < channelCount; index++) {
    const { channelId = '' } = await sandbox('/people', { channelName: '방송인' })
    const app = { name: 'bot', redirectUri: 'http://127.0.0.1:9/callback' }
    const { clientId = '', clientSecret = '' } = await sandbox('/apps', app)
    const { accessToken = '' } = await sandbox('/grants', { clientId, channelId })
    tokens.push(accessToken)
    const connectClient = async () => {
      const credentials = { 'client-id': clientId, 'client-secret': clientSecret }
      const { url = '' } = await call('GET', '/open/v1/sessions/auth/client', credentials)
      const { socket, sessionKey } = await openSession(url, onMessage)
      sockets.defer(() => socket.terminate())
      const authorization = `Bearer ${accessToken}`
      await call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${sessionKey}`, { authorization })
    }
    await Promise.all(Array.from({ length: clientsPerChannel }, connectClient))
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
      sockets.dispose()
      agent.destroy()
    },
  }
}

function apiClient(apiUrl: string, agent: Agent): Call {
  return async (method, path, headers, json) => {
    const body = json === undefined ? undefined : JSON.stringify(json)
    const contentType = body !== undefined && { 'content-type': 'application/json' }
    const outgoingRequest = request(`${apiUrl}${path}`, { method, agent, headers: { ...headers, ...contentType } })
    outgoingRequest.end(body)
    const [response] = await once(outgoingRequest, 'response')
    let text = ''
    for await (const part of response) text += String(part)
    if (response.statusCode !== 200) throw new Error(`${method} ${path} returned ${text}`)
    return JSON.parse(text).content
  }
}

async function openSession(url: string, onMessage: (number: number) => void) {
  const query = url.replace('http', 'ws').replace('?', '/socket.io/?')
  const { socket } = openRawClient(`${query}&EIO=3&transport=websocket`)
  const { promise: connected, resolve } = Promise.withResolvers<string>()
  socket.on('message', (bytes: Buffer) => {
    const text = bytes.toString('latin1')
    if (text.startsWith('42["CHAT"')) {
      onMessage(Number(/"content":"(\d+) /.exec(text)?.[1]))
    } else if (text.startsWith('42["SYSTEM"') && text.includes('sessionKey')) {
      resolve(JSON.parse(text.slice(2))[1].data.sessionKey)
    }
  })
  return { socket, sessionKey: await connected }
}
