import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toCsv } from './csv.ts'

describe('toCsv', () => {
  test('quotes cells with commas, quotes and line breaks', () => {
    assert.equal(
      toCsv([['a,b', 'say "hi"', 'two\nlines', '검'], ['c']]),
      '\uFEFF"a,b","say ""hi""","two\nlines",검\r\nc\r\n',
    )
  })

  test('a cell that begins like a formula stays text in a spreadsheet', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '＝1+1', '＋1', '－1', '＠SUM(A1)'])
      assert.equal(toCsv([[text]]), `\uFEFF'${text}\r\n`)
    assert.equal(toCsv([['=HYPERLINK("x")']]), `\uFEFF"'=HYPERLINK(""x"")"\r\n`)
  })
})
