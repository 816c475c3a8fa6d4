// A chat bot for Onair: it repeats the text after `!echo ` and thanks viewers for donations. Run `npm start` first.
import io from 'socket.io-client'

const base = process.env.ONAIR_URL ?? 'http://127.0.0.1:4747'

async function call(method, path, { token, body } = {}) {
  const bearer = token ?? (path.startsWith('/sandbox/') ? process.env.ONAIR_SANDBOX_SECRET : undefined)
  const headers = { 'Content-Type': 'application/json', ...(bearer && { Authorization: `Bearer ${bearer}` }) }
  const response = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const { code, message, content } = await response.json()
  if (code !== 200) throw new Error(`${method} ${path}: ${code} ${message}`)
  return content
}

// In production, send the streamer to /account-interlock and exchange the code. In the sandbox, this call grants consent.
const { clientId, people } = (await call('GET', '/sandbox/v1')).demo
const { channelId, channelName } = people.find(({ role }) => role === 'streamer')
const { accessToken: token } = await call('POST', '/sandbox/v1/grants', { body: { clientId, channelId } })
const { url } = await call('GET', '/open/v1/sessions/auth', { token })
const socket = io(url, { reconnection: false, forceNew: true, timeout: 3000, transports: ['websocket'] })

const sendMessage = (message) => call('POST', '/open/v1/chats/send', { token, body: { message } })
socket.on('SYSTEM', async ({ type, data }) => {
  const pathFor = (event) => `/open/v1/sessions/events/subscribe/${event}?sessionKey=${data.sessionKey}`
  if (type === 'connected') for (const event of ['donation', 'chat']) await call('POST', pathFor(event), { token })
  if (type === 'subscribed' && data.eventType === 'CHAT')
    console.log(`Listening to the channel of ${channelName}. Send: !echo hello`)
})
socket.on('CHAT', async ({ profile, content }) => {
  console.log(`${profile.nickname}: ${content}`.replace(/\p{Cc}/gu, '?'))
  if (content.startsWith('!echo ')) await sendMessage(content.slice(6))
})
socket.on('DONATION', async ({ donatorNickname, payAmount, donationText }) => {
  console.log(`${donatorNickname} donated ${payAmount} won: ${donationText}`.replace(/\p{Cc}/gu, '?'))
  await sendMessage(`Thank you, ${donatorNickname}!`)
})
socket.on('disconnect', (reason) => {
  throw new Error(`The session has ended: ${reason}`)
})
