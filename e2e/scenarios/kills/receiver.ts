import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { Dice } from '../../../server/testing/seeded.ts'
import { portOf } from '../../../server/testing/port.ts'

type Post = { id: string; retry: string; claimId: string | null; taken: boolean }

/** Remembers every POST from its headers on; of ten it fails one, and of twenty it leaves one without an answer. */
export async function openUnreliableReceiver(dice: Dice) {
  const posts: Post[] = []
  const watch: { headers: () => void; body: () => void } = { headers: () => {}, body: () => {} }
  let isReliable = false

  const answer = (post: Post, response: ServerResponse) => {
    const cast = isReliable ? 19 : dice.below(20)
    if (cast === 0) return
    post.taken = cast > 2
    response.writeHead(post.taken ? 200 : 500).end()
  }
  const server = createServer((request, response) => {
    const { headers } = request
    const retry = String(headers['svc-event-message-retry'] ?? '')
    const post: Post = { id: String(headers['svc-event-message-id']), retry, claimId: null, taken: false }
    posts.push(post)
    watch.headers()
    let body = ''
    request.on('data', (text) => (body += String(text)))
    request.on('end', () => {
      post.claimId = JSON.parse(body).message.event.data.dropsClaimId
      watch.body()
      answer(post, response)
    })
    request.on('error', () => {})
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${portOf(server)}/hook`,
    posts,
    watch,
    becomeReliable() {
      isReliable = true
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
