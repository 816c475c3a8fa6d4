import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { limits, totalSec } from './limits.ts'
import { writeTables } from './page.ts'

const page = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8')

describe('npm run bench', () => {
  test('has a place in docs/performance.md for every benchmark, and takes at most 20 minutes', () => {
    const total = Object.values(limits).reduce((sum, seconds) => sum + seconds, 0)
    assert.ok(total <= totalSec && totalSec <= 20 * 60, `the limits add up to ${total} s`)
    const places = [...page.matchAll(/<!-- bench:([a-z-]+) -->[\s\S]*?<!-- \/bench:\1 -->/g)].map(([, name]) => name)
    // Run by name, `people` writes one table, `console-lists` and `video` two each.
    const tables = [...Object.keys(limits), 'console-pages', 'console-lists', 'people', 'video-latency', 'video-load']
    assert.deepEqual(new Set(places), new Set(tables))
    assert.equal(places.length, tables.length)
  })

  test('replaces a table between its markers with the result, the goals and the source, and nothing else', () => {
    const table = {
      name: 'one',
      columns: ['', 'ratio'],
      rows: [['Onair', 0.9]],
      goals: [{ name: 'ratio', value: 0.9, rounds: [0.7, 1], atLeast: 0.8 }],
    }
    const before = 'A\n<!-- bench:one -->\nold\n<!-- /bench:one -->\nB\n<!-- bench:two -->\nkept\n<!-- /bench:two -->\n'
    assert.equal(
      writeTables(before, [{ table, source: '_source_' }]),
      'A\n<!-- bench:one -->\n\n|  | ratio |\n| --- | --- |\n| Onair | 0.9 |\n\n- ratio: 0.9 (0.7–1) ≥ 0.8\n\n' +
        '_source_\n\n<!-- /bench:one -->\nB\n<!-- bench:two -->\nkept\n<!-- /bench:two -->\n',
    )
  })
})
