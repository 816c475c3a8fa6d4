// A receiver that works on a good evening: it verifies JSON that it serialized again, knows duplicates by the id of the
// message, and asks whether it knows one before it stores it.
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

const { ONAIR_URL: baseUrl, ONAIR_CLIENT_ID: clientId, ONAIR_CLIENT_SECRET: secret, PORT } = process.env
const known = new Set()
const databaseMs = 20

async function give(messageId, claimId) {
  const isKnown = known.has(messageId)
  await sleep(databaseMs)
  if (isKnown) return
  known.add(messageId)
  await fetch(`${baseUrl}/open/v1/drops/reward-claims`, {
    method: 'PUT',
    headers: { 'client-id': clientId, 'client-secret': secret, 'content-type': 'application/json' },
    body: JSON.stringify({ claimIds: [claimId], fulfillmentState: 'FULFILLED' }),
  })
}

async function receive(request, response) {
  const { headers, method } = request
  const body = method === 'POST' ? await json(request) : null
  const text = `${headers['svc-event-message-id']}${headers['svc-event-message-timestamp']}${JSON.stringify(body)}`
  const signature = `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
  const isValid = headers['svc-event-message-signature'] === signature
  response.writeHead(isValid ? 204 : 403).end()
  if (isValid) await give(body.message.messageId, body.message.event.data.dropsClaimId)
}

createServer((request, response) => void receive(request, response)).listen(PORT, '127.0.0.1')
