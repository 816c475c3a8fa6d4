import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { SeededRandom } from '../../support/seeded-random.ts'
import { portOf } from '../../support/programs/port.ts'

type Post = { id: string; retry: string; claimId: string | null; accepted: boolean }

/** A webhook receiver that stores every POST. It fails one of ten, and does not answer one of twenty. */
export async function openUnreliableReceiver(random: SeededRandom) {
  const posts: Post[] = []
  const callbacks: { onHeaders: () => void; onBody: () => void } = { onHeaders: () => {}, onBody: () => {} }
  let isReliable = false

  const respond = (post: Post, response: ServerResponse) => {
    const roll = isReliable ? 19 : random.below(20)
    if (roll === 0) return
    post.accepted = roll > 2
    response.writeHead(post.accepted ? 200 : 500).end()
  }
  const server = createServer((request, response) => {
    const { headers } = request
    const retry = String(headers['svc-event-message-retry'] ?? '')
    const post: Post = { id: String(headers['svc-event-message-id']), retry, claimId: null, accepted: false }
    posts.push(post)
    callbacks.onHeaders()
    let body = ''
    request.on('data', (text) => (body += String(text)))
    request.on('end', () => {
      post.claimId = JSON.parse(body).message.event.data.dropsClaimId
      callbacks.onBody()
      respond(post, response)
    })
    request.on('error', () => {})
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${portOf(server)}/hook`,
    posts,
    watch: callbacks,
    setReliable() {
      isReliable = true
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
