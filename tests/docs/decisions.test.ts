import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, test } from 'node:test'

const pages = globSync('docs/decisions/0*.md')
  .map((file) => basename(file))
  .toSorted()

/** The numbers of the decisions that files cite in these paths of git, as `Decision N` or by the name of their file. */
function citedNumbers(...paths: string[]): Set<number> {
  const pattern = /\bdecisions? (\d+)\b|decisions\/(\d{4})-/gi
  const files = execFileSync('git', ['grep', '-liE', 'decisions?[ /][0-9]', '--', ...paths], { encoding: 'utf8' })
  const texts = files
    .trim()
    .split('\n')
    .map((file) => readFileSync(file, 'utf8'))
  return new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => Number(match[1] ?? match[2]))))
}

describe('docs/decisions', () => {
  test('the numbers of the pages have no holes, and the index has each page in order', () => {
    const index = readFileSync('docs/decisions/README.md', 'utf8')
    const listed = [...index.matchAll(/^(\d+)\. \[.+\]\((.+)\)$/gm)].map(([, number, file]) => [number, file])
    assert.deepEqual(
      listed,
      pages.map((file, at) => [String(at + 1), file]),
    )
    for (const [at, file] of pages.entries()) {
      const text = readFileSync(`docs/decisions/${file}`, 'utf8')
      assert.ok(file.startsWith(`${String(at + 1).padStart(4, '0')}-`) && text.startsWith(`# ${at + 1}. `), file)
    }
  })

  test('source files cite each decision, and no other', () => {
    const cited = citedNumbers('*.ts', '*.tsx', '*.mjs', '*.sql')
    assert.deepEqual(
      [...cited].toSorted((a, b) => a - b),
      pages.map((_, at) => at + 1),
    )
  })
})
