// A webhook receiver for drops: it gives each reward once, and finds the claims that it missed.
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createClient, drops, verifyWebhook } from '@onair/sdk'

const { ONAIR_URL: baseUrl, ONAIR_CLIENT_ID: clientId, ONAIR_CLIENT_SECRET: secret, PORT, RECONCILE_SEC } = process.env
const api = createClient({ baseUrl, credentials: { clientId, clientSecret: secret } })
const given = new Map() // In production a table with a unique claim id, written in the transaction that gives the reward.
const marking = new Set() // Claims whose call runs or waits for Retry-After.
const reconcileMs = Number(RECONCILE_SEC ?? 60) * 1000

async function giveRewards(claims) {
  const newClaims = claims.filter(({ claimId }) => !given.has(claimId))
  if (newClaims.length === 0) return
  for (const { claimId, channelId, rewardId } of newClaims) given.set(claimId, { channelId, rewardId })
  await markFulfilled(newClaims.map(({ claimId }) => claimId))
  console.log(`${newClaims.length} rewards given`)
}

async function markFulfilled(claimIds) {
  for (const claimId of claimIds) marking.add(claimId)
  try {
    await api(drops.fulfillClaims, { body: { claimIds, fulfillmentState: 'FULFILLED' } })
  } finally {
    for (const claimId of claimIds) marking.delete(claimId)
  }
}

/** Finds the claims whose notifications did not arrive, and those that could not be marked as FULFILLED. */
async function reconcile(from) {
  const query = { page: { size: 100, ...(from && { from }) }, fulfillmentState: 'CLAIMED' }
  const { data, page } = await api(drops.listRewardClaims, { query })
  const known = data.map(({ claimId }) => claimId).filter((claimId) => given.has(claimId) && !marking.has(claimId))
  if (known.length > 0) await markFulfilled(known)
  await giveRewards(data)
  if (page.cursor !== null) await reconcile(page.cursor)
}

const logError = (error) => console.error(error.message)
/** The given rewards, one per line, for `onair certify --drops … --grants`. */
function listGrants(response) {
  response.end([...given.values()].map((grant) => `${JSON.stringify(grant)}\n`).join(''))
}

async function receive(request, response) {
  if (request.method === 'GET') return listGrants(response)
  const result = await verifyWebhook({ headers: request.headers, body: await buffer(request), secret })
  response.writeHead(result.verdict === 'rejected' ? 403 : 204).end()
  if (result.verdict === 'rejected') return
  const { eventType, data } = result.notification.message.event
  if (eventType !== 'drop_reward_claim') return
  const { dropsClaimId: claimId, channelId, dropsRewardId: rewardId } = data
  await giveRewards([{ claimId, channelId, rewardId }]).catch(logError)
}

createServer((request, response) => void receive(request, response)).listen(PORT)

const runReconcile = () => reconcile().catch(logError)
void runReconcile()
setInterval(runReconcile, reconcileMs)
