import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const gaps = readFileSync(new URL('../../docs/gaps.md', import.meta.url), 'utf8')
const rows = [...gaps.matchAll(/^\| (\d+) +\|.*\| (.+?) +\|$/gm)].map(([, gap = '', named = '']) => ({ gap, named }))
const tests = globSync(['{server,e2e,examples}/**/*.{test,conformance}.ts'])
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

test('every gap has a number of its own and a test that exists', () => {
  assert.ok(rows.length > 20)
  assert.equal(new Set(rows.map(({ gap }) => gap)).size, rows.length)
  assert.deepEqual(
    rows.filter(({ named }) => !tests.includes(named)),
    [],
  )
})

test('every gap that the code names is on the page', () => {
  const known = new Set(rows.map(({ gap }) => gap))
  const named = globSync(['{contract,server}/**/*.{ts,sql}'], { exclude: ['**/node_modules/**'] }).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bgaps? (\d+)/gi)].map(([, gap = '']) => ({ file, gap })),
  )
  assert.deepEqual(
    named.filter(({ gap }) => !known.has(gap)),
    [],
  )
})
