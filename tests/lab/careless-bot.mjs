// A bot that works on a good evening: it does not back off, stays deaf after a 429 to its subscription, refreshes with
// the same refresh token each time, and fails at a role that it does not know.
const { ONAIR_URL: baseUrl, ONAIR_CLIENT_ID: clientId, ONAIR_CLIENT_SECRET: clientSecret } = process.env
const { ONAIR_REFRESH_TOKEN: refreshToken } = process.env
let accessToken = process.env.ONAIR_ACCESS_TOKEN
const colors = { streamer: 'red', common_user: 'white' }

async function send(method, path, body) {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const response = await fetch(`${baseUrl}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const { content } = await response.json()
  return { status: response.status, content }
}

async function call(method, path, body) {
  const first = await send(method, path, body)
  if (first.status !== 401) return first
  const tokens = await send('POST', '/auth/v1/token', {
    grantType: 'refresh_token',
    refreshToken,
    clientId,
    clientSecret,
  })
  accessToken = tokens.content?.accessToken
  return send(method, path, body)
}

async function openSession() {
  const { status, content } = await call('GET', '/open/v1/sessions/auth')
  if (status === 200) connect(content)
  else setTimeout(() => void openSession())
}

function connect(content) {
  const url = content.url.replace(/^http/, 'ws').replace(/\/?\?/, '/socket.io/?')
  const socket = new WebSocket(`${url}&EIO=3&transport=websocket`)
  socket.addEventListener('message', ({ data }) => {
    if (!data.startsWith('42')) return
    const [name, message] = JSON.parse(data.slice(2))
    if (name === 'SYSTEM' && message.type === 'connected')
      void call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${message.data.sessionKey}`)
    if (name !== 'CHAT') return
    console.log(colors[message.userRoleCode].toUpperCase(), message.content)
    if (message.content.startsWith('!ping '))
      void call('POST', '/open/v1/chats/send', { message: `pong ${message.content.slice(6)}` })
  })
  socket.addEventListener('close', () => void openSession())
}
await openSession()
