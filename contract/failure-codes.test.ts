import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  failureCodes,
  translateFailure,
  formatFailure,
  type FailureCode,
  type FailureMessages,
} from './failure-codes.ts'

const names = Object.keys(failureCodes) as FailureCode[]
const values = {
  status: 503,
  cause: 'not connected: (gone)',
  place: '127.0.0.1:9',
  code: 'ECONNREFUSED',
  seconds: 5,
  step: 'during: tls',
  problem: 'a: b',
  days: 3,
  count: 7,
}
/** Each cause says its name and what came with it. */
const expectedTexts = Object.fromEntries(
  names.map((name) => [
    name,
    failureCodes[name].includes('{') ? (came: object) => `${name} ${JSON.stringify(came)}` : name,
  ]),
) as unknown as FailureMessages

test('the text of every cause is read as that cause, with what was told with it', () => {
  for (const name of names) {
    const read = translateFailure(expectedTexts, formatFailure(name, values as never)) ?? ''
    const [said, ...came] = read.split(' ')
    assert.equal(said, name)
    for (const [field, value] of Object.entries(came.length === 0 ? {} : JSON.parse(came.join(' '))))
      assert.equal(value, String(values[field as keyof typeof values]), name)
  }
})

test('a text that tells of no cause is read as none', () => {
  for (const text of ['', 'by hand, almost', 'answered ', 'what a later version says'])
    assert.equal(translateFailure(expectedTexts, text), undefined, text)
})
