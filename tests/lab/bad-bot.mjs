// A bot that subscribes and answers, and does everything else wrong: it uses its session URL again, calls again at once
// after a 429, answers a message each time that it arrives, and sends its token in the address.
const { ONAIR_URL: baseUrl, ONAIR_ACCESS_TOKEN: token } = process.env
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

async function call(method, path, body) {
  const response = await fetch(`${baseUrl}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const { content } = await response.json()
  return response.status === 429 ? call(method, path, body) : content
}

function connect(url, reconnect) {
  const socketUrl = `${url.replace(/^http/, 'ws').replace(/\/?\?/, '/socket.io/?')}&EIO=3&transport=websocket`
  const socket = new WebSocket(socketUrl)
  socket.addEventListener('message', ({ data }) => {
    if (!data.startsWith('42')) return
    const [name, message] = JSON.parse(data.slice(2))
    if (name === 'SYSTEM' && message.type === 'connected')
      void call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${message.data.sessionKey}`)
    if (name === 'CHAT' && message.content.startsWith('!ping '))
      void call('POST', `/open/v1/chats/send?token=${token}`, { message: `pong ${message.content.slice(6, 40)}` })
  })
  socket.addEventListener('close', () => setTimeout(() => reconnect(), 50))
}

async function openSession() {
  const { url } = await call('GET', '/open/v1/sessions/auth')
  connect(url, () => connect(url, openSession))
}
await openSession()
