// A chat bot for Onair: it repeats the text after `!echo ` and thanks viewers for donations. Run `npm start` first.
import { chat, createClient, createSendLimiter, listen, sandboxApi, session } from '@onair/sdk'
import io from 'socket.io-client'

const { ONAIR_URL: baseUrl = 'http://127.0.0.1:4747', ...env } = process.env

// In production, send the streamer to /account-interlock and exchange the code. In the sandbox, this call grants consent.
async function grantInSandbox() {
  const sandbox = createClient({ baseUrl, credentials: { sandboxSecret: env.ONAIR_SANDBOX_SECRET } })
  const { people, ...app } = (await sandbox(sandboxApi.demo.getOverview)).demo
  const { channelId } = people.find(({ is }) => is === 'streamer')
  return { ...app, ...(await sandbox(sandboxApi.grants.createGrant, { body: { clientId: app.clientId, channelId } })) }
}
const { ONAIR_CLIENT_ID: clientId, ONAIR_CLIENT_SECRET: clientSecret } = env
const { ONAIR_ACCESS_TOKEN: accessToken, ONAIR_REFRESH_TOKEN: refreshToken } = env
const credentials = accessToken ? { clientId, clientSecret, accessToken, refreshToken } : await grantInSandbox()
const api = createClient({ baseUrl, credentials })

const limit = createSendLimiter()
async function sendMessage(text) {
  const message = [...text].slice(0, 100).join('')
  await limit('own', () => api(chat.sendMessage, { body: { message } })).catch((error) => console.error(error.message))
}
const print = (line) => console.log(line.replace(/\p{Cc}/gu, '?'))
function onChat({ profile, content }) {
  print(`${profile?.nickname}: ${content}`)
  if (content.startsWith('!echo ')) void sendMessage(content.slice(6))
}
function onDonation({ donatorNickname, payAmount, donationText }) {
  print(`${donatorNickname} donated ${payAmount} won: ${donationText}`)
  void sendMessage(`Thank you, ${donatorNickname}!`)
}
let isRevoked = false
function onSystem({ type, data }) {
  isRevoked = type === 'revoked'
  if (type === 'subscribed' && data.eventType === 'CHAT') print('Listening to the chat')
}
const subscribe = (endpoint) => (sessionKey) => api(endpoint, { parameters: { sessionKey } })
await listen({
  io,
  openSession: () => api(session.openUserSession),
  subscriptions: [session.subscribeDonation, session.subscribeChat].map(subscribe),
  handlers: { SYSTEM: onSystem, CHAT: onChat, DONATION: onDonation },
}).closed.catch((error) => (isRevoked ? print('The user withdrew consent, so the bot ends.') : Promise.reject(error)))
