import assert from 'node:assert/strict'
import { test } from 'node:test'

import { openGate } from '../testing/gate.ts'

test('a client gets the handshake, 40, and then what the platform says first', async () => {
  await using gate = await openGate()
  const client = gate.connect('good')
  const [open, connect, first] = await client.hear(3)
  assert.deepEqual(
    { ...JSON.parse(open!.slice(1)), sid: '' },
    { sid: '', upgrades: [], pingInterval: 25_000, pingTimeout: 60_000 },
  )
  assert.equal(connect, '40')
  assert.equal(first, '42["SYSTEM",{"type":"connected","data":{"sessionKey":"good"}}]')
})
