import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, test } from 'node:test'

const pages = globSync('docs/gaps/*.md').filter((file) => !file.endsWith('README.md'))
const gaps = pages.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^## Gap (\d+)\./gm)].map(([, number = '']) => ({ file, number })),
)
const documented = new Set(gaps.map(({ number }) => number))

/** The gaps that sources name, as `Gap 12`, with their files. */
const named = globSync(['{packages,tools,tests,examples}/**/*.{ts,sql}'], { exclude: ['**/node_modules/**'] }).flatMap(
  (file) => [...readFileSync(file, 'utf8').matchAll(/\bgaps? (\d+)/gi)].map(([, gap = '']) => ({ file, gap })),
)

describe('docs/gaps', () => {
  test('each gap has a unique number, and a test that names it', () => {
    assert.ok(gaps.length > 100)
    assert.equal(documented.size, gaps.length)
    const tested = new Set(named.filter(({ file }) => /\.test\.ts$|\/conformance\//.test(file)).map(({ gap }) => gap))
    assert.deepEqual(
      gaps.filter(({ number }) => !tested.has(number)),
      [],
    )
  })

  test('each gap that the code names is documented', () => {
    assert.deepEqual(
      named.filter(({ gap }) => !documented.has(gap)),
      [],
    )
  })

  test('the index lists each gap with its page', () => {
    const index = readFileSync('docs/gaps/README.md', 'utf8')
    const listed = [...index.matchAll(/^- \[.+\]\((.+)\): (.+)$/gm)].flatMap(([, page = '', numbers = '']) =>
      numbers.split(', ').map((number) => `${page} ${number}`),
    )
    assert.deepEqual(listed.toSorted(), gaps.map(({ file, number }) => `${basename(file)} ${number}`).toSorted())
  })
})
