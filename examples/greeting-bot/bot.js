import io from 'socket.io-client'

export async function startBot({ baseUrl, token }) {
  const call = async (method, path, body) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    return (await fetch(baseUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json()
  }
  const socket = io((await call('GET', '/open/v1/sessions/auth')).content.url, { transports: ['websocket'] })
  socket.on('CHAT', ({ profile, content }) => {
    if (content === '!hello') void call('POST', '/open/v1/chats/send', { message: `Hello, ${profile.nickname}!` })
  })
  const { data } = await new Promise((resolve) => socket.once('SYSTEM', resolve))
  await call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${data.sessionKey}`)
  return { [Symbol.dispose]: () => socket.close() }
}
