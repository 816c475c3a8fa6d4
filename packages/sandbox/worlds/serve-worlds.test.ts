import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { readConfig } from '@onair/server/config/config.ts'
import { fakeClock } from '../../../tests/support/fake-clock.ts'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { silentLog } from '@onair/server/infra/observability/log.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { serveWorlds } from './serve-worlds.ts'
import { openWorldSocket } from './world-socket.ts'

const lingerMs = 2_000
const maxLingerMs = 60_000

function openHost() {
  const folder = createTempFolder()
  const path = join(folder.path, 'worlds/socket')
  const clock = fakeClock()
  const serve = async () => {
    const config = readConfig({ ONAIR_PORT: '0', ONAIR_EPHEMERAL: 'true' })
    await serveWorlds((await openWorldSocket(path))!, { clock, config, log: silentLog })
  }
  const ended = serve()
  return {
    path,
    clock,
    ended,
    isServed: () => existsSync(path),
    /** A test process that starts and ends. `runner` started it. */
    async runTestProcess(runner: number | null) {
      const connection = await eventually(async () => {
        const socket = connect(path)
        await once(socket, 'connect')
        return socket
      })
      connection.write(`${JSON.stringify({ id: 1, method: 'start', runner })}\n`)
      const [line] = await once(createInterface({ input: connection }), 'line', { signal: AbortSignal.timeout(30_000) })
      assert.equal(line, '{"id":1}')
      connection.end()
      await once(connection, 'close')
    },
    async [Symbol.asyncDispose]() {
      clock.advance(maxLingerMs)
      await ended
      folder[Symbol.dispose]()
    },
  }
}

describe('serveWorlds', () => {
  const endedRunner = spawnSync('true').pid
  for (const [name, runner] of [
    ['a test process that a person started', null],
    ['the last test process of a runner that has ended', endedRunner],
  ] as const)
    test(`ends 2 s after ${name}`, async () => {
      await using host = openHost()
      await host.runTestProcess(runner)
      host.clock.advance(lingerMs - 1)
      assert.ok(host.isServed())
      host.clock.advance(1)
      await host.ended
    })

  test('serves the next test process of a runner that still runs, for 60 s', async () => {
    await using host = openHost()
    await host.runTestProcess(process.pid)
    host.clock.advance(maxLingerMs - 1)
    await host.runTestProcess(process.pid)
    host.clock.advance(maxLingerMs - 1)
    assert.ok(host.isServed())
    host.clock.advance(1)
    await host.ended
  })

  test('does not count a process that connects to find it', async () => {
    await using host = openHost()
    await eventually(async () => assert.equal(await openWorldSocket(host.path), null))
    host.clock.advance(lingerMs)
    await host.runTestProcess(null)
  })
})
