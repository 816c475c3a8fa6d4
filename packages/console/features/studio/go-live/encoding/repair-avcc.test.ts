import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repairAvcC } from './repair-avcc.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))

test('a configuration whose parameter sets begin twice, as Firefox writes it, is repaired; others stay as they are', () => {
  const written = bytes(
    '01 64001f 03 01 0019 67 6764001facd9405005ba10000003001001e84800f1831960 01 0006 68 68ebecb22c',
  )
  const right = bytes('01 64001f 03 01 0018 6764001facd9405005ba10000003001001e84800f1831960 01 0005 68ebecb22c')
  assert.deepEqual(repairAvcC(written), right)
  assert.deepEqual(repairAvcC(right), right)
  const extended = Uint8Array.from([...written, 0xfd, 0xf8, 0xf8, 0])
  assert.deepEqual(repairAvcC(extended).subarray(-4), bytes('fdf8f800'))
})
