import type { consoleApi, ContentOf, DeliveryState, DropRewardClaim, QueryOf } from '@onair/contract'
import { utcDate, utcSecond } from '../../shared/dates.ts'
import { invalidField } from '../../shared/refusal.ts'
import type { AttemptOutcome, Tables } from '../../infra/db/tables.ts'
import { isUuid } from '../../shared/ids.ts'
import { compose } from '../../shared/text.ts'
import type { Reader } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { findChannels } from '../channels/channel-store.ts'
import {
  findAttempts,
  findDeliveries,
  findLastResends,
  findRewardNames,
  loadDelivery,
  loadScanEnd,
  type DeliveryFilter,
  listLastAttempts,
} from './delivery-log-store.ts'
import { countOf, latencyOf, loadSteps } from '../apps/traffic/get-traffic.ts'

type DeliveryList = ContentOf<typeof consoleApi.webhooks.listDeliveries>
type DeliveryDetail = ContentOf<typeof consoleApi.webhooks.getDelivery>
const dateOrNull = (at: number | null) => (at === null ? null : utcDate(at))

type DeliveryQuery = Omit<QueryOf<typeof consoleApi.webhooks.listDeliveries>, 'since'> & { since?: number | undefined }

/** A page of the deliveries of an application. */
export async function listDeliveries(
  clientId: string,
  { search, sort = 'newest', next, size = 20, ...query }: DeliveryQuery,
  { db }: Pick<Deps, 'db'>,
): Promise<DeliveryList> {
  if (next !== undefined && !/^\d{1,15}$/.test(next)) throw invalidField('next', 'INVALID_CURSOR')
  const filter: DeliveryFilter = { clientId, ...query, ...parseSearch(search) }
  const range = { sort, after: next === undefined ? null : Number(next) }
  const found = await findDeliveries(db.read, filter, { ...range, size: size + 1 })
  const rows = found.slice(0, size)
  const scanEnd = filter.viewer !== undefined && found.length <= size ? await loadScanEnd(db.read, filter, range) : null
  const [claimOf, resendOf] = [await loadClaims(db.read, rows), await loadLastResends(db.read, rows)]
  return {
    data: rows.map((row) => ({
      ...toSummary(row),
      lastResend: resendOf(row),
      claim: claimOf(row),
      last:
        row.retry_no === null
          ? null
          : { outcome: row.outcome, failure: row.failure, status: row.response_status, tookMs: row.took_ms },
    })),
    page: { next: found.length > size ? String(rows.at(-1)?.position) : scanEnd },
  }
}

/** The claim of a test does not exist, and its id begins with `test-`. */
function parseSearch(search: string | undefined): Pick<DeliveryFilter, 'messageOrClaimId' | 'viewer'> {
  const text = search === undefined ? undefined : compose(search).trim()
  if (text === undefined) return {}
  if (isUuid(text.replace(/^test-/, ''))) return { messageOrClaimId: text.toLowerCase() }
  return { viewer: text }
}

/** A delivery with its attempts, and the application it belongs to. */
export async function getDelivery(
  deliveryId: string,
  { db }: Pick<Deps, 'db'>,
): Promise<{ clientId: string; content: DeliveryDetail } | null> {
  const row = await loadDelivery(db.read, deliveryId)
  if (row === null) return null
  const attempts = await findAttempts(db.read, deliveryId)
  const [claimOf, resendOf] = [await loadClaims(db.read, [row]), await loadLastResends(db.read, [row])]
  const content = {
    ...toSummary(row),
    lastResend: resendOf(row),
    claim: claimOf(row),
    traceId: row.trace_id,
    body: row.body && toTextAndBase64(row.body),
    attemptsMade: attempts.map(toAttempt),
  }
  return { clientId: row.client_id, content }
}

type EventRow = { event_data: string; is_test: boolean }

/** The viewers and the rewards that deliveries are about, with their names now. A test is about no claim. */
async function loadClaims(db: Reader, rows: readonly EventRow[]) {
  const eventOf = ({ event_data }: EventRow) => JSON.parse(event_data) as DropRewardClaim
  const events = rows.filter(({ is_test }) => !is_test).map(eventOf)
  const channels = await findChannels(db, [...new Set(events.map(({ channelId }) => channelId))])
  const rewards = await findRewardNames(db, [...new Set(events.map(({ dropsRewardId }) => dropsRewardId))])
  const channelNames = new Map(channels.map(({ id, name }) => [id, name]))
  const rewardNames = new Map(rewards.map(({ id, name }) => [id, name]))
  return (row: EventRow) => {
    if (row.is_test) return null
    const { channelId, dropsCampaignId: campaignId, dropsRewardId } = eventOf(row)
    const channelName = channelNames.get(channelId) ?? ''
    return { channelId, channelName, campaignId, rewardName: rewardNames.get(dropsRewardId) ?? '' }
  }
}

async function loadLastResends(db: Reader, rows: readonly { id: string }[]) {
  const resends = await findLastResends(
    db,
    rows.map(({ id }) => id),
  )
  const byOriginal = new Map(resends.map(({ resendOf, ...resend }) => [resendOf, resend]))
  return ({ id }: { id: string }) => byOriginal.get(id) ?? null
}

function toSummary(row: {
  id: string
  endpoint_id: string
  event_type: 'drop_reward_claim'
  state: DeliveryState
  attempts: number
  created_at: number
  next_attempt_at: number | null
  ended_at: number | null
  resend_of: string | null
  is_test: boolean
}) {
  return {
    deliveryId: row.id,
    endpointId: row.endpoint_id,
    eventType: row.event_type,
    state: row.state,
    attempts: row.attempts,
    createdDate: utcDate(row.created_at),
    nextAttemptDate: dateOrNull(row.next_attempt_at),
    endedDate: dateOrNull(row.ended_at),
    resendOf: row.resend_of,
    isTest: row.is_test,
  }
}

function toAttempt(row: Tables['webhook_attempt']): DeliveryDetail['attemptsMade'][number] {
  return {
    retryNo: row.retry_no,
    beganDate: utcDate(row.began_at),
    endedDate: dateOrNull(row.ended_at),
    tookMs: row.took_ms,
    outcome: row.outcome,
    failure: row.failure,
    status: row.response_status,
    url: row.url,
    headers: JSON.parse(row.request_headers) as Record<string, string>,
    response:
      row.response_headers === null
        ? null
        : {
            headers: JSON.parse(row.response_headers) as Record<string, string | string[]>,
            body: toTextAndBase64(row.response_body ?? Buffer.alloc(0)),
            truncated: row.response_truncated ?? false,
          },
  }
}

function toTextAndBase64(bytes: Buffer) {
  return { text: bytes.toString('utf8'), base64: bytes.toString('base64') }
}

type DeliveryStats = ContentOf<typeof consoleApi.webhooks.getDeliveryStats>

const attemptsShown = 100
const dayMs = 86_400_000

/** The attempts to one endpoint, or to all, of the last 24 hours by hour, and the last attempts one by one. */
export async function getDeliveryStats(
  { clientId, endpointId }: { clientId: string; endpointId?: string | undefined },
  deps: Pick<Deps, 'clock' | 'db'>,
): Promise<DeliveryStats> {
  const [{ steps, rows }, attempts] = await Promise.all([
    loadSteps({ clientId, kind: 'delivery', operation: endpointId, range: 'day' }, deps),
    listLastAttempts(deps.db.read, { clientId, endpointId, limit: attemptsShown }),
  ])
  return {
    ...latestCounts(summarize(rows), attempts, deps.clock.now() - dayMs),
    steps: steps.map(({ at, rows: counted }) => ({ date: utcSecond(at), ...summarize(counted) })),
    attempts: attempts.toReversed().map(({ beganAt, ...attempt }) => ({ date: utcDate(beganAt), ...attempt })),
  }
}

/** The counts are written some seconds after the attempts. While they lack attempts of the list, the list is counted. */
function latestCounts(
  counted: ReturnType<typeof summarize>,
  attempts: readonly { beganAt: number; outcome: AttemptOutcome }[],
  since: number,
) {
  const listed = attempts.filter(({ beganAt }) => beganAt >= since)
  if (listed.length <= counted.delivered + counted.failed) return counted
  const delivered = listed.filter(({ outcome }) => outcome === 'DELIVERED').length
  return { ...counted, delivered, failed: listed.length - delivered }
}

function summarize(rows: Parameters<typeof countOf>[0]) {
  const delivered = countOf(rows.filter(({ code }) => code === ''))
  return { delivered, failed: countOf(rows) - delivered, ...latencyOf(rows) }
}
