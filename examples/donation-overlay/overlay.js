// The back end of an overlay: it sends donations and subscriptions to a page in OBS, as server-sent events.
import { createServer } from 'node:http'
import { createClient, listen, session } from '@onair/sdk'
import io from 'socket.io-client'

const { ONAIR_URL: baseUrl = 'http://127.0.0.1:4747', PORT = '8080', ...env } = process.env
const { ONAIR_CLIENT_ID: clientId, ONAIR_CLIENT_SECRET: clientSecret } = env
const { ONAIR_ACCESS_TOKEN: accessToken, ONAIR_REFRESH_TOKEN: refreshToken } = env
const api = createClient({ baseUrl, credentials: { clientId, clientSecret, accessToken, refreshToken } })
const pages = new Set()

function show(alert) {
  for (const page of pages) page.write(`data: ${JSON.stringify(alert)}\n\n`)
}

createServer((request, response) => {
  if (request.url === '/events') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' })
    pages.add(response)
    request.on('close', () => pages.delete(response))
    return
  }
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.end(`<!doctype html><title>Alerts</title><h1></h1><script>
    new EventSource('/events').onmessage = ({ data }) => (document.querySelector('h1').textContent = JSON.parse(data).text)
  </script>`)
}).listen(PORT, '127.0.0.1')

const subscribe = (endpoint) => (sessionKey) => api(endpoint, { parameters: { sessionKey } })
await listen({
  io,
  openSession: () => api(session.openUserSession),
  subscriptions: [session.subscribeDonation, session.subscribeSubscription].map(subscribe),
  handlers: {
    DONATION: ({ donatorNickname, payAmount }) => show({ text: `${donatorNickname}: ${payAmount} won` }),
    SUBSCRIPTION: ({ subscriberNickname, month }) => show({ text: `${subscriberNickname}: ${month} months` }),
  },
}).closed
