import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

// A receiver that does everything right, except for the one thing that MUTANT names.

const env = process.env as Record<string, string>
const { ONAIR_URL: baseUrl = '', ONAIR_CLIENT_ID = '', ONAIR_CLIENT_SECRET: secret = '', MUTANT: mutant = 'none' } = env
const is = (name: string) => mutant === name
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const claimsPath = '/open/v1/drops/reward-claims'
const oldestMs = 300_000

async function call(method: string, path: string, body?: object): Promise<any> {
  const headers = { 'client-id': ONAIR_CLIENT_ID, 'client-secret': secret, 'content-type': 'application/json' }
  const query = is('secrets') ? `${path.includes('?') ? '&' : '?'}key=${secret}` : ''
  const response = await fetch(baseUrl + path + query, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (response.status === 429) {
    await wait(is('retry-after-claims') ? 0 : Number(response.headers.get('retry-after')) * 1_000)
    return call(method, path, body)
  }
  return ((await response.json()) as { content: unknown }).content
}

const given = new Set<string>()
let isFirst = true

async function give(claimId: string): Promise<void> {
  if (!is('webhook-idempotent') && given.has(claimId)) return
  given.add(claimId)
  if (is('webhook-start') && isFirst) return void (isFirst = false)
  await call('PUT', claimsPath, { claimIds: [claimId], fulfillmentState: 'FULFILLED' })
}

function isValid({ headers }: IncomingMessage, body: string): boolean {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map(
    (name) => headers[`svc-event-message-${name}`],
  )
  const digest = createHmac('sha256', secret)
    .update(`${String(id)}${String(timestamp)}${body}`)
    .digest('hex')
  if (!is('webhook-signature') && signature !== `sha256=${digest}`) return false
  return is('webhook-old') || Date.now() - Date.parse(String(timestamp)) < oldestMs
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request)
  if (!isValid(request, body)) return void response.writeHead(403).end()
  const { eventType, data } = JSON.parse(body).message.event
  if (is('webhook-unknown') && eventType !== 'drop_reward_claim') throw new Error(`unknown type ${eventType}`)
  const giving = eventType === 'drop_reward_claim' ? give(data.dropsClaimId) : Promise.resolve()
  if (is('webhook-in-time')) await giving
  response.writeHead(204).end()
}

createServer((request, response) => void receive(request, response)).listen(Number(env['PORT']))

const poll = () => [1, 2, 3].forEach(() => void call('GET', claimsPath).catch(() => {}))
if (is('quota')) setInterval(poll, 12)
if (!is('webhook-missed')) {
  const { data } = await call('GET', `${claimsPath}?fulfillmentState=CLAIMED`)
  for (const { claimId } of data) await give(claimId)
}
