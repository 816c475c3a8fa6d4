import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { parseBinaryFrame, parseBinaryPayload, parseTextFrame, parseTextPayload } from './packets.ts'

describe('Packets', () => {
  test('parses a ping with its data', () => {
    assert.deepEqual(parseTextFrame('2'), { type: 'ping', data: '' })
    assert.deepEqual(parseTextFrame('2probe'), { type: 'ping', data: 'probe' })
  })

  test('parses a ping in the framing of binary polling', () => {
    assert.deepEqual(parseBinaryFrame(Buffer.from('0001ff32', 'hex')), { type: 'ping', data: '' })
    assert.deepEqual(parseBinaryFrame(Buffer.from('0006ff3270726f6265', 'hex')), {
      type: 'ping',
      data: 'probe',
    })
  })

  for (const frame of ['0{}', '3', '3probe', '5x', '6', '40', '40/?token=1', '41/other', '44"no"', '44'])
    test(`ignores ${frame}`, () => assert.equal(parseTextFrame(frame).type, 'ignored'))

  for (const frame of [
    '42["hello"]',
    '42["hello",{"a":[1,"]"]}]',
    '4217["hello",1]',
    '42/other,["hello"]',
    '42/other,3["x"]',
    '431[]',
    '4317["ok"]',
    '451-["file",{"_placeholder":true,"num":0}]',
    '461-3[{"_placeholder":true,"num":0}]',
  ])
    test(`ignores the event or acknowledgement ${frame}`, () => assert.equal(parseTextFrame(frame).type, 'ignored'))

  test('ignores the attachment of a binary event', () => {
    assert.equal(parseBinaryFrame(Buffer.from([4, 1, 2, 3])).type, 'ignored')
  })

  test('parses 41 and 1 as disconnect', () => {
    assert.equal(parseTextFrame('41').type, 'disconnect')
    assert.equal(parseTextFrame('1').type, 'disconnect')
  })

  test('parses the name of a namespace without its query', () => {
    assert.deepEqual(parseTextFrame('40/chat'), { type: 'connect-namespace', namespace: '/chat' })
    assert.deepEqual(parseTextFrame('40/chat?token=1,'), { type: 'connect-namespace', namespace: '/chat' })
  })

  for (const frame of [
    '',
    ' ',
    '7',
    'hello',
    '4',
    '49',
    '42',
    '42{}',
    '42[]',
    '42[1]',
    '42["open"',
    '42hello',
    '42["a"]]',
    '43',
    '43{}',
    '45["no count"]',
    '421-["count"]',
    '44{',
    '1x',
    '42"text"',
    '42null',
    '\u0000',
  ])
    test(`${JSON.stringify(frame)} is malformed`, () => assert.equal(parseTextFrame(frame).type, 'malformed'))

  for (const hex of [
    '',
    '00',
    '0001',
    '0001ff',
    '0002ff32',
    '000aff32',
    '00ff32',
    '0001ff37',
    '0101ff32',
    '32',
    'ff',
    '00010101010101010101ff32',
  ])
    test(`binary ${hex || '(empty)'} is malformed`, () =>
      assert.equal(parseBinaryFrame(Buffer.from(hex, 'hex')).type, 'malformed'))

  test('parses 5 as upgrade', () => {
    assert.deepEqual(parseTextFrame('5'), { type: 'upgrade' })
  })

  test('parses a body up to the first malformed packet', () => {
    const read = [{ type: 'ping', data: '' }, { type: 'disconnect' }]
    assert.deepEqual(parseTextPayload('1:22:41'), read)
    assert.deepEqual(parseBinaryPayload(Buffer.from('0001ff320002ff3431', 'hex')), read)
    for (const rest of ['x', ':', '2', '-1:2', '1e1:2', '1234567:2', '2:2', '1:b'])
      assert.deepEqual(parseTextPayload(`1:22:41${rest}`), [...read, { type: 'malformed' }])
    for (const rest of ['00', '0001', '0002ff32', '0201ff32', '0101ff32', '000000000000000001ff32'])
      assert.deepEqual(parseBinaryPayload(Buffer.from(`0001ff320002ff3431${rest}`, 'hex')), [
        ...read,
        { type: 'malformed' },
      ])
  })
})
