import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { encodeFrame, encodePong } from './frames.ts'
import { eventPacket } from './packets.ts'

/** The text of an unmasked frame, whose length is written in one, three or nine bytes. */
function readText(bytes: Buffer): string {
  const headerLength = bytes[1] === 126 ? 4 : bytes[1] === 127 ? 10 : 2
  const length =
    headerLength === 2 ? bytes[1] : headerLength === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  assert.equal(bytes.length - headerLength, length)
  return bytes.toString('latin1', headerLength)
}

const content = '안녕 👋 \u2028 é \ud800 \u0000 \u007f "quoted" \\'

describe('Frames', () => {
  // Gap 2.
  test('encodes events in ASCII, without changing their content', () => {
    const text = readText(encodeFrame(eventPacket('CHAT', JSON.stringify({ content }))).bytes)
    assert.match(text, /^42\["CHAT",[\0-\x7f]*$/)
    assert.match(text, /\\uc548\\ub155 \\ud83d\\udc4b/)
    assert.deepEqual(JSON.parse(text.slice(2)), ['CHAT', { content }])
  })

  test('encodes a payload as a JSON string without changing its content', () => {
    const text = readText(encodeFrame(eventPacket('CHAT', JSON.stringify(JSON.stringify({ content })))).bytes)
    assert.match(text, /^[\0-\x7f]*$/)
    const [, payload] = JSON.parse(text.slice(2))
    assert.deepEqual(JSON.parse(payload), { content })
  })

  for (const length of [0, 1, 125, 126, 10_922, 10_923, 65_535, 65_536, 200_000])
    test(`encodes a packet of ${length} characters completely`, () => {
      assert.equal(readText(encodeFrame('a'.repeat(length)).bytes), 'a'.repeat(length))
      assert.equal(readText(encodeFrame('한'.repeat(length)).bytes), '\\ud55c'.repeat(length))
    })

  test('a frame keeps its bytes when others are encoded later', () => {
    const first = encodeFrame('first')
    encodeFrame('other')
    assert.equal(readText(first.bytes), 'first')
  })

  test('a frame is final, text and unmasked; a pong contains the data of its ping', () => {
    assert.deepEqual([...encodeFrame('3').bytes], [0x81, 1, 0x33])
    assert.deepEqual([...encodePong(Buffer.from('hi')).bytes], [0x8a, 2, 0x68, 0x69])
  })
})
