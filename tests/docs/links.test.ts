import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'

const pages = globSync(['docs/**/*.md', '*.md', 'packages/{*,testing/*}/README.md', 'deploy/*.md', 'bench/**/*.md'])

/** The anchors of the headings of a page, as GitHub makes them. */
function anchorsOf(file: string): Set<string> {
  const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

describe('links between pages', () => {
  test('lead to a file, and to a heading that it has', () => {
    assert.ok(pages.length > 60)
    const broken = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g)]
        .filter(([, path = '']) => !/^\w+:/.test(path))
        .filter(([, path = '', anchor]) => {
          const file = path === '' ? page : join(dirname(page), path)
          return !existsSync(file) || (anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).has(anchor))
        })
        .map(([link]) => `${page}: ${link}`),
    )
    assert.deepEqual(broken, [])
  })
})

describe('names of tests on pages', () => {
  test('are those of files', () => {
    const tests = globSync('{packages,tests,bench,tools}/**/*.test.ts', { exclude: ['**/node_modules/**'] })
    // The recipes of CONTRIBUTING.md name files to create.
    const described = pages.filter((page) => page !== 'CONTRIBUTING.md')
    const missing = described.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/`([\w./-]+\.test\.ts)`/g)]
        .filter(([, name = '']) => !tests.some((file) => `/${file}`.endsWith(`/${name}`)))
        .map(([name]) => `${page}: ${name}`),
    )
    assert.deepEqual(missing, [])
  })
})
