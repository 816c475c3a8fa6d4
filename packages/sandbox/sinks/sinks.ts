import type { BodyOf, ContentOf, sandboxApi } from '@onair/contract'
import { utcDate } from '@onair/server/shared/dates.ts'
import { Refusal } from '@onair/server/shared/refusal.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import {
  countRequest,
  countRequestOfKnown,
  deleteSink,
  deleteSinksBeyond,
  findRequests,
  insertRequest,
  loadReceived,
  putSink,
} from './sink-store.ts'

const maxSinks = 100
const maxRequestsPerSink = 100

/** Sets how a sink responds, and deletes the requests it has received. */
export async function setSink(
  name: string,
  { status = 200, delayMs = 0, failFirst = 0, failStatus = 500 }: BodyOf<typeof sandboxApi.sinks.setSink>,
  { db }: Pick<Deps, 'db'>,
): Promise<void> {
  const behavior = { status, delay_ms: delayMs, fail_first: failFirst, fail_status: failStatus }
  await db.transaction(async (tx) => {
    await putSink(tx, name, behavior)
    await deleteSinksBeyond(tx, maxSinks)
  })
}

/** The number of requests a sink received, and those after the number `after` that are still stored. */
export async function getSink(
  name: string,
  after: number,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof sandboxApi.sinks.getSink>> {
  const received = await loadReceived(db.read, name)
  // Requests that arrived between the two reads are not counted yet.
  const requests = (await findRequests(db.read, name, after)).filter(({ number }) => number <= received)
  return {
    received,
    requests: requests.map(({ number, received_at, headers, body, response_status }) => ({
      number,
      receivedDate: utcDate(received_at),
      headers: JSON.parse(headers) as Record<string, string>,
      body: body.toString('utf8'),
      bodyBase64: body.toString('base64'),
      responseStatus: response_status,
    })),
  }
}

export async function removeSink(name: string, { db }: Pick<Deps, 'db'>): Promise<void> {
  await db.transaction((tx) => deleteSink(tx, name))
}

/**
 * Stores a request to a sink, and returns how to respond to it. In a public sandbox it does not create the sink, or
 * callers without the secret could displace other sinks: 404.
 */
export async function receiveRequest(
  { sinkName, headers, body }: { sinkName: string; headers: Record<string, string>; body: Buffer },
  { clock, config, db }: Pick<Deps, 'clock' | 'config' | 'db'>,
): Promise<{ status: number; delayMs: number }> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const sink = await (config.sandboxPublic ? countRequestOfKnown : countRequest)(tx, sinkName)
    if (sink === undefined) throw new Refusal('notFound', 'NO_SUCH_SINK')
    const { received, status, delay_ms, fail_first, fail_status } = sink
    const responseStatus = received <= fail_first ? fail_status : status
    const request = {
      sink: sinkName,
      number: received,
      received_at: now,
      headers: JSON.stringify(headers),
      body,
      response_status: responseStatus,
    }
    await insertRequest(tx, request, maxRequestsPerSink)
    if (received === 1) await deleteSinksBeyond(tx, maxSinks)
    return { status: responseStatus, delayMs: delay_ms }
  })
}
