import type { FastifyRequest } from 'fastify'
import { errorReason, Refusal } from '../../shared/refusal.ts'

/** Reads the body of a GET, which Fastify does not read, for endpoints whose parameters may be in it. Gap 30. */
export async function readGetBody({ raw, server }: FastifyRequest): Promise<Buffer> {
  const limit = server.initialConfig.bodyLimit ?? 0
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > limit) break
      chunks.push(chunk)
    }
  } catch (error) {
    throw new Refusal('badInput', errorReason('BODY_INCOMPLETE', { problem: (error as Error).message }))
  }
  if (length > limit) throw new Refusal('tooLarge', 'BODY_TOO_LARGE')
  return Buffer.concat(chunks)
}
