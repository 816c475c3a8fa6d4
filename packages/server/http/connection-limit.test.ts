import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { readConfig } from '../config/config.ts'
import { limitConnections } from './connection-limit.ts'
import { silentLog } from '../infra/log.ts'
import { openListener } from './listener.ts'
import { memoryLog } from '../../../tests/support/memory-log.ts'
import { portOf } from '../../../tests/support/port.ts'

const config = readConfig({ ONAIR_PORT: '0', ONAIR_DATABASE_POOL: '20' })

describe('limit of connections', () => {
  test('keeps descriptors for the database, webhook attempts and the program', async () => {
    await using listener = await openListener(config)
    const limitOf = (openFiles: number, roles = config.roles) =>
      limitConnections(listener.server, { ...config, roles }, silentLog, { openFiles })?.maxConnections
    assert.equal(limitOf(20_000), 20_000 - 64 - 21 - 256)
    assert.equal(limitOf(20_000, ['gateway']), 20_000 - 64 - 21)
    assert.equal(limitOf(256), 128)
  })

  test('refuses further connections with a log line, and serves those that are open', async () => {
    await using listener = await openListener(config)
    const log = memoryLog()
    const refusals: string[] = []
    limitConnections(listener.server, config, log, {
      metrics: { connectionRefused: (reason) => refusals.push(reason) },
      openFiles: 8,
    })
    const open = () => connect(portOf(listener.server), '127.0.0.1')
    const connected = Array.from({ length: 4 }, open)
    await Promise.all(connected.map((socket) => once(socket, 'connect')))
    const refused = open()
    refused.on('error', () => {})
    await once(refused, 'close')
    assert.deepEqual(log.lines, [
      { level: 'warn', text: 'connection.refused', fields: { maxConnections: 4, openFiles: 8 } },
    ])
    assert.deepEqual(refusals, ['open_files'])
    for (const socket of connected) {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      const [bytes] = await once(socket, 'data')
      assert.match(String(bytes), /^HTTP\/1\.1 503 /)
    }
  })
})
