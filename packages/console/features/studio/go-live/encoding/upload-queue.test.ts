import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { describe, test } from 'node:test'
import { eventually } from '../../../../../../tests/support/eventually.ts'
import { portOf } from '../../../../../../tests/support/programs/port.ts'
import { UploadQueue, type UploadEnd } from './upload-queue.ts'

type Answer = { status: number; body?: object }
type Upload = { path: string; token: string; text: string }

/** A queue, and a server that answers its uploads by `answer`. `batches` of the queue are what it holds at most. */
async function openQueue(answer: (upload: Upload) => Answer | 'drop', batches = 4) {
  const uploads: Upload[] = []
  const events: (UploadEnd | 'LOSS' | 'TARGET_LOST')[] = []
  const server = createServer((request, response) => {
    void readText(request).then((text) => {
      const upload = { path: request.url ?? '', token: request.headers.authorization ?? '', text }
      uploads.push(upload)
      const answered = answer(upload)
      if (answered === 'drop') response.destroy()
      else response.writeHead(answered.status).end(JSON.stringify(answered.body ?? {}))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const target = {
    uploadUrl: `http://127.0.0.1:${portOf(server)}/upload`,
    token: 'first',
    next: 7,
    batchMs: 250,
    queueSec: batches / 4,
  }
  const queue = new UploadQueue(target, {
    onLoss: () => events.push('LOSS'),
    onTargetLost: () => events.push('TARGET_LOST'),
    onEnd: (reason) => events.push(reason),
  })
  return {
    queue,
    target,
    uploads,
    events,
    push: (...texts: string[]) => {
      for (const text of texts) queue.push(new Blob([text]))
    },
    async [Symbol.asyncDispose]() {
      queue.stop()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const pathsOf = (uploads: Upload[]) => uploads.map(({ path }) => path)
const within = { within: 10_000 }

describe('uploads', () => {
  test('are numbered from where the server is, and sent in order, one after the other', async () => {
    await using open = await openQueue(() => ({ status: 200 }))
    open.push('a', 'b', 'c')
    await eventually(() => assert.equal(open.uploads.length, 3), within)
    assert.deepEqual(pathsOf(open.uploads), ['/upload/7', '/upload/8', '/upload/9'])
    assert.deepEqual(
      open.uploads.map(({ text }) => text),
      ['a', 'b', 'c'],
    )
    assert.equal(open.uploads[0]?.token, 'Bearer first')
  })

  test('are repeated under their number until the server has them', async () => {
    let failures = 0
    await using open = await openQueue(() =>
      failures++ < 2 ? (failures === 1 ? 'drop' : { status: 503 }) : { status: 200 },
    )
    open.push('a', 'b')
    await eventually(() => assert.equal(open.queue.waiting, 0), within)
    assert.deepEqual(pathsOf(open.uploads), ['/upload/7', '/upload/7', '/upload/7', '/upload/8'])
    assert.deepEqual(open.events, [])
  })

  test('drop the oldest of a full queue, and say so once', async () => {
    let isDown = true
    await using open = await openQueue(() => (isDown ? { status: 503 } : { status: 200 }))
    open.push('a', 'b', 'c', 'd', 'e', 'f')
    assert.equal(open.queue.waiting, 4)
    assert.equal(open.queue.counts.lost, 2)
    isDown = false
    await eventually(() => assert.equal(open.queue.waiting, 0), within)
    const sent = open.uploads.filter(({ path }, index) => open.uploads[index + 1]?.path !== path)
    assert.deepEqual(pathsOf(sent), ['/upload/7', '/upload/10?gap=1', '/upload/11', '/upload/12'])
    assert.deepEqual(open.events, ['LOSS'])
  })

  test('go on behind a batch that is refused, with a key frame', async () => {
    await using open = await openQueue(({ text }) =>
      text === 'bad'
        ? { status: 422, body: { message: 'INVALID_PACKETS', reason: 'time goes back' } }
        : { status: 200 },
    )
    open.push('bad', 'good')
    await eventually(() => assert.equal(open.queue.waiting, 0), within)
    assert.deepEqual(pathsOf(open.uploads), ['/upload/7', '/upload/8?gap=1'])
    assert.equal(open.queue.counts.lastRefusal, 'time goes back')
    assert.ok(open.events.every((event) => event === 'LOSS'))
  })

  test('ask for a new target where the server has forgotten the token, and go on there', async () => {
    await using open = await openQueue(({ token }) => ({ status: token === 'Bearer second' ? 200 : 401 }))
    open.push('a', 'b')
    await eventually(() => assert.deepEqual(open.events, ['TARGET_LOST']), within)
    open.queue.retarget({ ...open.target, token: 'second', next: 20 })
    await eventually(() => assert.equal(open.queue.waiting, 0), within)
    assert.deepEqual(
      open.uploads.filter(({ token }) => token === 'Bearer second').map(({ path, text }) => [path, text]),
      [
        ['/upload/20', 'a'],
        ['/upload/21', 'b'],
      ],
    )
  })

  test('end when another page has taken over, or the live has ended', async () => {
    for (const [message, reason] of [
      ['UPLOAD_TAKEN_OVER', 'TAKEN_OVER'],
      ['LIVE_ENDED', 'LIVE_ENDED'],
    ] as const) {
      await using open = await openQueue(() => ({ status: 410, body: { message } }))
      open.push('a', 'b')
      await eventually(() => assert.deepEqual(open.events, [reason]), within)
      open.push('c')
      assert.equal(open.uploads.length, 1)
    }
  })
})
