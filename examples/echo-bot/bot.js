// A chat bot for Onair: it repeats what follows `!echo `, in the streamer's chat. Start the platform first: npm start
import io from 'socket.io-client'

const base = process.env.ONAIR_URL ?? 'http://127.0.0.1:4747'

/** Calls an operation and answers its content. */
async function call(method, path, { token, body } = {}) {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
  const response = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const { code, message, content } = await response.json()
  if (code !== 200) throw new Error(`${method} ${path}: ${code} ${message}`)
  return content
}

// In earnest you would send the streamer to /account-interlock and exchange the code; the sandbox consents for them.
const { demo } = await call('GET', '/sandbox/v1')
const { clientId } = demo
const { channelId, channelName } = demo.people.find(({ is }) => is === 'streamer')
const { accessToken: token } = await call('POST', '/sandbox/v1/grants', { body: { clientId, channelId } })

const { url } = await call('GET', '/open/v1/sessions/auth', { token })
const socket = io(url, { reconnection: false, forceNew: true, timeout: 3000, transports: ['websocket'] })

socket.on('SYSTEM', async ({ type, data }) => {
  if (type === 'connected')
    await call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${data.sessionKey}`, { token })
  if (type === 'subscribed') console.log(`Listening to the chat of ${channelName}. Say: !echo hello`)
})
socket.on('CHAT', async ({ profile, content }) => {
  console.log(`${profile.nickname}: ${content}`)
  if (content.startsWith('!echo '))
    await call('POST', '/open/v1/chats/send', { token, body: { message: content.slice(6) } })
})
socket.on('disconnect', () => process.exit(1))
