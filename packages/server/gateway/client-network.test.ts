import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, test } from 'node:test'
import { readConfig } from '../config/config.ts'
import { clientNetworks } from './client-network.ts'

function prefixesOf(remoteAddress: string, forwardedFor?: string, trustProxy = false) {
  const request = { headers: { 'x-forwarded-for': forwardedFor }, socket: { remoteAddress } }
  const networks = clientNetworks(request as unknown as IncomingMessage, { ...readConfig({}), trustProxy })
  return networks.map(({ prefix }) => prefix)
}

describe('clientNetworks', () => {
  test('are the address of an IPv4 client, and three networks of an IPv6 client', () => {
    assert.deepEqual(prefixesOf('192.0.2.1'), ['192.0.2.1'])
    assert.deepEqual(prefixesOf('::ffff:192.0.2.1'), ['192.0.2.1'])
    assert.deepEqual(prefixesOf('2001:db8:1:234:3::4'), ['2001:db8:1/48', '2001:db8:1:200/56', '2001:db8:1:234'])
  })

  test('are none on this machine, where a proxy may be', () => {
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
      assert.deepEqual(prefixesOf(address), [])
  })

  test('are those of the last forwarded address, and only of a trusted proxy', () => {
    assert.deepEqual(prefixesOf('127.0.0.1', '198.51.100.1, 192.0.2.1', true), ['192.0.2.1'])
    assert.deepEqual(prefixesOf('192.0.2.9', '198.51.100.1'), ['192.0.2.9'])
  })
})
