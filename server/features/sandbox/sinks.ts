import { sandboxSinks } from '@onair/contract'
import { utcDate } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import type { World } from '../../world/world.ts'
import {
  countRequest,
  findRequests,
  insertRequest,
  loadReceived,
  putSink,
  removeSink,
  removeSinksBeyond,
} from './sink-store.ts'

const sinksAtMost = 100
const requestsAtMost = 100

export const setASink = handle(sandboxSinks.setSink, async ({ inPath: { sinkName }, body }, { db }) => {
  const { status = 200, delayMs = 0, failFirst = 0, failStatus = 500 } = body
  const how = { status, delay_ms: delayMs, fail_first: failFirst, fail_status: failStatus }
  await db.change(async (tx) => {
    await putSink(tx, sinkName, how)
    await removeSinksBeyond(tx, sinksAtMost)
  })
  return null
})

export const readASink = handle(sandboxSinks.readSink, async ({ inPath: { sinkName }, query }, { db }) => {
  const found = await findRequests(db.read, sinkName, query.after ?? 0)
  return {
    received: await loadReceived(db.read, sinkName),
    requests: found.map(({ number, received_at, headers, body, answered }) => ({
      number,
      receivedDate: utcDate(received_at),
      headers: JSON.parse(headers) as Record<string, string>,
      body: body.toString('utf8'),
      bodyBase64: body.toString('base64'),
      answered,
    })),
  }
})

export const removeASink = handle(sandboxSinks.removeSink, async ({ inPath: { sinkName } }, { db }) => {
  await db.change((tx) => removeSink(tx, sinkName))
  return null
})

/** A request comes to a sink: it is kept. Answers how to answer it. */
export async function receiveAtSink(
  { sinkName, headers, body }: { sinkName: string; headers: Record<string, string>; body: Buffer },
  { clock, db }: Pick<World, 'clock' | 'db'>,
): Promise<{ status: number; delayMs: number }> {
  const now = clock.now()
  return db.change(async (tx) => {
    const { received, status, delay_ms, fail_first, fail_status } = await countRequest(tx, sinkName)
    const answered = received <= fail_first ? fail_status : status
    const request = {
      sink: sinkName,
      number: received,
      received_at: now,
      headers: JSON.stringify(headers),
      body,
      answered,
    }
    await insertRequest(tx, request, requestsAtMost)
    if (received === 1) await removeSinksBeyond(tx, sinksAtMost)
    return { status: answered, delayMs: delay_ms }
  })
}
