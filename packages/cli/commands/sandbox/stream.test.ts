import assert from 'node:assert/strict'
import { createServer, type AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { eventually } from '../../../../tests/support/eventually.ts'
import { openSandboxApp, type SandboxApp } from '../../../../tests/support/apps/sandbox-app.ts'
import { runCommandHere } from '../../../../tests/support/programs/program.ts'

describe('onair stream --test', () => {
  let app: SandboxApp
  before(async () => {
    app = await openSandboxApp({ demo: true, settings: { rtmpPort: 0 } })
  })
  after(() => app[Symbol.asyncDispose]())
  const run = (...args: string[]) => runCommandHere(['stream', '--test', ...args], { ONAIR_URL: app.url })
  const channelOf = async (role: string): Promise<string> => {
    const { demo } = await app.sandbox('GET', '')
    return demo.people.find(({ is }: { is: string }) => is === role).channelId
  }

  test('puts a demo streamer live with picture and sound, which end with it', async () => {
    const channelId = await channelOf('streamer')
    const running = run('--seconds', '3')
    await eventually(() => app.deps.videos.findReceived(channelId)?.video.isPlayable === true, { within: 20_000 })
    const { source } = app.deps.videos.findReceived(channelId)?.publisher ?? {}
    assert.equal(source, 'encoder')
    assert.equal(app.deps.videos.findReceived(channelId)?.video.audio?.codec, 'mp4a.40.2')
    const { code, stdout, stderr } = await running
    assert.deepEqual([code, stdout], [0, 'Published 3 s.\n'])
    assert.match(stderr, /^Publishing the test card to rtmp:\/\/127\.0\.0\.1:\d+\/live for 3 s\.\n$/)
    await eventually(() => !app.deps.videos.isTaken(channelId))
  })

  test('says what the server says when it refuses', async () => {
    const { encoderUrl } = app.deps.videos
    const { code, stderr } = await run('--to', String(encoderUrl), '--key', 'wrong')
    assert.equal(code, 1)
    assert.match(stderr, /^onair: 127\.0\.0\.1:\d+ does not take the stream: invalid stream key\.\n$/)
  })

  test('a takedown ends it with the reason', async () => {
    const channelId = await channelOf('viewer')
    const running = run('--channel', 'viewer')
    await eventually(() => app.deps.videos.isTaken(channelId), { within: 20_000 })
    await app.sandbox('POST', '/actions/go-offline', { channelId })
    const { code, stderr } = await running
    assert.equal(code, 1)
    assert.match(stderr, /does not take the stream: the broadcast has ended\.\n$/)
  })

  test('a server of another protocol is named', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {}).resume()
      socket.end(`HTTP/1.1 400 Bad\r\n\r\n${'x'.repeat(4_000)}`)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const { code, stderr } = await run('--to', `rtmp://127.0.0.1:${port}/live`, '--key', 'x')
    await new Promise((resolve) => server.close(resolve))
    assert.equal(code, 1)
    assert.match(stderr, /does not speak RTMP|closed the connection/)
  })

  for (const [args, message] of [
    [['--to', 'http://127.0.0.1/live', '--key', 'x'], '--to must be an address such as rtmp://'],
    [['--to', 'rtmp://127.0.0.1/live'], '--to and --key belong together.'],
    [['--seconds', '0'], '--seconds must be an integer from 1 to '],
    [['--channel', 'nobody'], '--channel must be streamer, '],
  ] as const)
    test(`${args.join(' ')} is refused`, async () => {
      const { code, stderr } = await run(...args)
      assert.equal(code, 2)
      assert.ok(stderr.includes(message), stderr)
    })
})
