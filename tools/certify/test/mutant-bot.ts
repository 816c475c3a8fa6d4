import io from 'socket.io-client'

// A bot or an overlay that does everything right, except for the one thing that MUTANT names. A bot answers `!ping x` with
// `pong x`; an overlay only listens, so its defects are errors that end it.

const env = process.env as Record<string, string>
const { ONAIR_URL: baseUrl = '', MUTANT: mutant = 'none' } = env
const is = (name: string) => mutant === name
const isOverlay = env['PROFILE'] === 'overlay'
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const reconnectMs = 100

let [accessToken, refreshToken] = [env['ONAIR_ACCESS_TOKEN'] ?? '', env['ONAIR_REFRESH_TOKEN'] ?? '']
let refreshing: Promise<void> | null = null

class Refused extends Error {
  readonly status: number
  readonly retryAfterMs: number
  constructor(response: Response) {
    super(String(response.status))
    this.status = response.status
    this.retryAfterMs = Number(response.headers.get('retry-after') ?? 0) * 1_000
  }
}

async function send(method: string, path: string, body?: object): Promise<any> {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const response = await fetch(baseUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!response.ok) throw new Refused(response)
  return ((await response.json()) as { content: unknown }).content
}

async function refresh() {
  const { ONAIR_CLIENT_ID: clientId, ONAIR_CLIENT_SECRET: clientSecret } = env
  const body = { grantType: 'refresh_token', refreshToken, clientId, clientSecret }
  const response = await fetch(`${baseUrl}/auth/v1/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Refused(response)
  ;({ accessToken, refreshToken } = ((await response.json()) as { content: any }).content)
}

async function call(method: string, path: string, body?: object): Promise<any> {
  const usedToken = accessToken
  try {
    return await send(method, path, body)
  } catch (error) {
    if ((error as Refused).status !== 401) throw error
    if (is('refresh-once')) {
      await refresh()
      if (isOverlay) await refresh()
    } else if (usedToken === accessToken) await (refreshing ??= refresh().finally(() => (refreshing = null)))
    return send(method, path, body)
  }
}

async function say(text: string): Promise<void> {
  const message = is('long-message') ? `You wrote: ${text}` : Array.from(text).slice(0, 100).join('')
  const query = is('secrets') ? `?token=${accessToken}` : ''
  try {
    await call('POST', `/open/v1/chats/send${query}`, { message })
  } catch (error) {
    const { status, retryAfterMs } = error as Refused
    if (status !== 429) return
    await wait(is('retry-after-message') ? 0 : retryAfterMs)
    await say(text)
  }
}

const knownFields = new Set(
  'channelId senderChannelId chatChannelId profile userRoleCode content emojis messageTime eventSentAt eventId'.split(
    ' ',
  ),
)
const seenIds = new Set<string>()
let [lastTime, isFirst] = [0, true]

function onChat(event: any): void {
  if (is('unknown-fields') && Object.keys(event).some((name) => !knownFields.has(name)))
    throw new Error('unknown field')
  const isKnown = seenIds.has(event.eventId)
  if (isKnown && isOverlay && is('doubled-message')) throw new Error('known event')
  if (!is('doubled-message') && isKnown) return
  seenIds.add(event.eventId)
  if (is('reordered-messages') && event.messageTime < lastTime) {
    if (isOverlay) throw new Error('late event')
    return
  }
  lastTime = event.messageTime
  if (is('missing-profile')) void event.profile.nickname
  if (is('emoticons') && Object.keys(event.emojis).length > 0) throw new Error('emoticons are not supported')
  if (isOverlay || !event.content.startsWith('!ping ')) return
  if (is('session-start') && isFirst) return void (isFirst = false)
  void say(is('long-message') ? event.content : `pong ${event.content.slice(6)}`)
}

function onDonation({ donatorChannelId }: any): void {
  if (is('anonymous-donation') && !/^[0-9a-f]{32}$/.test(donatorChannelId)) throw new Error('no such channel')
}

const subscribe = (sessionKey: string) =>
  Promise.all(
    ['chat', 'donation'].map((event) =>
      call('POST', `/open/v1/sessions/events/subscribe/${event}?sessionKey=${sessionKey}`),
    ),
  )

function onSystem({ type, data }: any): void {
  if (isOverlay && is('session-start') && env['STARTS'] === '1') throw new Error('no session')
  if (type === 'connected') void subscribe((sessionKey = data.sessionKey)).then(exceedLimits, () => {})
  else if (type === 'revoked') {
    if (!is('reconnect-revoked')) void subscribe(sessionKey).catch(() => {})
  } else if (is('unknown-system-type') && !type.endsWith('subscribed')) throw new Error(`unknown type ${type}`)
}
let sessionKey = ''
let hasExceeded = false

/** Requests URLs that it does not use. */
async function exceedLimits() {
  if (!is('session-limits') || hasExceeded) return
  hasExceeded = true
  for (let i = 0; i < 3; i++) await call('GET', '/open/v1/sessions/auth').catch(() => {})
}

async function runSession(url: string): Promise<void> {
  const socket: any = io(url, { reconnection: false, forceNew: true, timeout: 3_000, transports: ['websocket'] })
  if (is('subscribe-after-connected')) socket.on('connect', () => void subscribe(socket.id).catch(() => {}))
  if (is('unknown-event')) {
    const { onevent } = socket
    socket.onevent = (packet: any) => {
      if (!/^(SYSTEM|CHAT|DONATION)$/.test(packet.data[0])) throw new Error('unknown event')
      onevent.call(socket, packet)
    }
  }
  socket.on('SYSTEM', onSystem)
  socket.on('CHAT', onChat)
  socket.on('DONATION', onDonation)
  await new Promise((resolve) => {
    for (const name of ['connect_error', 'connect_timeout', 'error', 'disconnect']) socket.on(name, resolve)
  })
  socket.close()
}

if (is('quota')) setInterval(() => void call('GET', '/open/v1/users/me').catch(() => {}), 28)

for (let url = ''; ;) {
  try {
    if (url !== '' && is('reconnect-cut')) await new Promise(() => setInterval(() => {}, 60_000))
    if (url !== '' && is('new-session-url')) await runSession(url)
    const query = isOverlay && is('secrets') ? `?token=${accessToken}` : ''
    ;({ url } = await call('GET', `/open/v1/sessions/auth${query}`))
    await runSession(url)
    await wait(reconnectMs)
  } catch (error) {
    const { retryAfterMs } = error as Refused
    await wait(is('retry-after-session') ? reconnectMs : Math.max(reconnectMs, retryAfterMs || 0))
  }
}
