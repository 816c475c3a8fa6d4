import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, test } from 'node:test'

const pages = globSync('docs/gaps/*.md').filter((file) => !file.endsWith('README.md'))
const gaps = pages.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split(/^## Gap /m)
    .slice(1)
    .map((section) => ({
      file,
      number: /^\d+/.exec(section)?.[0] ?? '',
      testTitle: /^Test: `(.+)`$/m.exec(section)?.[1] ?? '(no test)',
    })),
)
const testSources = globSync(['{packages,tools,tests,examples}/**/*.{test,conformance}.ts'], {
  exclude: ['**/node_modules/**'],
})
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

describe('docs/gaps', () => {
  test('each gap has a unique number and names an existing test', () => {
    assert.ok(gaps.length > 100)
    assert.equal(new Set(gaps.map(({ number }) => number)).size, gaps.length)
    assert.deepEqual(
      gaps.filter(({ testTitle }) => !testSources.includes(testTitle)),
      [],
    )
  })

  test('each gap that the code names is documented', () => {
    const documented = new Set(gaps.map(({ number }) => number))
    const named = globSync(['{packages,tools}/**/*.{ts,sql}'], { exclude: ['**/node_modules/**'] }).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bgaps? (\d+)/gi)].map(([, gap = '']) => ({ file, gap })),
    )
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
