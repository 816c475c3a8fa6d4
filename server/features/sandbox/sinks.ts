import { sandboxSinks } from '@onair/contract'
import { utcDate } from '../../shared/dates.ts'
import { defineHandler } from '../../shared/handler.ts'
import type { Deps } from '../../infra/deps.ts'
import {
  countRequest,
  findRequests,
  insertRequest,
  loadReceived,
  putSink,
  deleteSink,
  deleteSinksBeyond,
} from './sink-store.ts'

const maxSinks = 100
const maxRequests = 100

export const setSink = defineHandler(sandboxSinks.setSink, async ({ pathParams: { sinkName }, body }, { db }) => {
  const { status = 200, delayMs = 0, failFirst = 0, failStatus = 500 } = body
  const behavior = { status, delay_ms: delayMs, fail_first: failFirst, fail_status: failStatus }
  await db.transaction(async (tx) => {
    await putSink(tx, sinkName, behavior)
    await deleteSinksBeyond(tx, maxSinks)
  })
  return null
})

export const readSink = defineHandler(sandboxSinks.getSink, async ({ pathParams: { sinkName }, query }, { db }) => {
  const found = await findRequests(db.read, sinkName, query.after ?? 0)
  return {
    received: await loadReceived(db.read, sinkName),
    requests: found.map(({ number, received_at, headers, body, response_status: answered }) => ({
      number,
      receivedDate: utcDate(received_at),
      headers: JSON.parse(headers) as Record<string, string>,
      body: body.toString('utf8'),
      bodyBase64: body.toString('base64'),
      answered,
    })),
  }
})

export const removeSink = defineHandler(sandboxSinks.deleteSink, async ({ pathParams: { sinkName } }, { db }) => {
  await db.transaction((tx) => deleteSink(tx, sinkName))
  return null
})

/** A request comes to a sink: it is kept. Answers how to answer it. */
export async function receiveRequest(
  { sinkName, headers, body }: { sinkName: string; headers: Record<string, string>; body: Buffer },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<{ status: number; delayMs: number }> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const { received, status, delay_ms, fail_first, fail_status } = await countRequest(tx, sinkName)
    const answered = received <= fail_first ? fail_status : status
    const request = {
      sink: sinkName,
      number: received,
      received_at: now,
      headers: JSON.stringify(headers),
      body,
      response_status: answered,
    }
    await insertRequest(tx, request, maxRequests)
    if (received === 1) await deleteSinksBeyond(tx, maxSinks)
    return { status: answered, delayMs: delay_ms }
  })
}
