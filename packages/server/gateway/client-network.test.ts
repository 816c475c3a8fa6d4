import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, test } from 'node:test'
import { readConfig } from '../config/config.ts'
import { clientNetwork } from './client-network.ts'

function networkOf(remoteAddress: string, forwardedFor?: string, trustProxy = false) {
  const request = { headers: { 'x-forwarded-for': forwardedFor }, socket: { remoteAddress } }
  return clientNetwork(request as unknown as IncomingMessage, { ...readConfig({}), trustProxy })
}

describe('clientNetwork', () => {
  test('is the address of an IPv4 client, and the /64 network of an IPv6 client', () => {
    assert.equal(networkOf('192.0.2.1'), '192.0.2.1')
    assert.equal(networkOf('::ffff:192.0.2.1'), '192.0.2.1')
    assert.equal(networkOf('2001:db8:1:2:3::4'), networkOf('2001:db8:1:2:5::6'))
  })

  test('is null on this machine, where a proxy may be', () => {
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) assert.equal(networkOf(address), null)
  })

  test('is the last forwarded address, and only of a trusted proxy', () => {
    assert.equal(networkOf('127.0.0.1', '198.51.100.1, 192.0.2.1', true), '192.0.2.1')
    assert.equal(networkOf('192.0.2.9', '198.51.100.1'), '192.0.2.9')
  })
})
