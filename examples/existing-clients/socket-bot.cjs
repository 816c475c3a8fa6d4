const io = require('socket.io-client')

const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, CODE: code } = process.env

async function call(method, path, { token, body } = {}) {
  const response = await fetch(`https://openapi.chzzk.naver.com${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { content, message } = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${message}`)
  return content
}

async function run() {
  const body = { grantType: 'authorization_code', clientId, clientSecret, code, state: 'a state' }
  const { accessToken: token } = await call('POST', '/auth/v1/token', { body })
  const { url } = await call('GET', '/open/v1/sessions/auth', { token })
  const socket = io(url, { reconnection: false, forceNew: true, transports: ['websocket'] })
  socket.on('SYSTEM', async (payload) => {
    const { type, data } = JSON.parse(payload)
    if (type === 'subscribed') console.log(`Listening to ${data.eventType}`)
    if (type !== 'connected') return
    for (const event of ['chat', 'donation', 'subscription'])
      await call('POST', `/open/v1/sessions/events/subscribe/${event}?sessionKey=${data.sessionKey}`, { token })
  })
  for (const event of ['CHAT', 'DONATION', 'SUBSCRIPTION'])
    socket.on(event, (payload) => console.log(event, JSON.parse(payload)))
}
void run()
