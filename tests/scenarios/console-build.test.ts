import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { consoleBaseStyles, styleSheet } from '@onair/server/api/pages/style-sheet.ts'

// About the built files of the console: no server runs.

const built = new URL('../../packages/console/dist/', import.meta.url)
const readSource = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

describe('first load', () => {
  for (const [page, extraChunks, maxBytes] of [
    ['console', [], 200_000],
    ['watch page', ['watch'], 190_000],
  ] as const)
    test(`of the ${page} is at most ${maxBytes / 1_000} kB of compressed script`, () => {
      const html = readFileSync(new URL('index.html', built), 'utf8')
      const queue = [...html.matchAll(/"\/console\/assets\/([^"]+\.js)"/g)].map(([, name]) => name ?? '')
      assert.ok(queue.length > 0)
      for (const chunk of extraChunks) queue.push(findChunk(chunk))
      const loaded = new Map<string, number>()
      for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
        if (loaded.has(name)) continue
        const script = readFileSync(new URL(`assets/${name}`, built))
        loaded.set(name, gzipSync(script).length)
        // Static imports are loaded too; a dynamic `import(…)` is loaded later.
        for (const [, other = ''] of script.toString().matchAll(/(?:from|import) ?["']\.\/([^"']+\.js)["']/g))
          queue.push(other)
      }
      const bytes = [...loaded.values()].reduce((sum, size) => sum + size, 0)
      assert.ok(bytes > 50_000 && bytes <= maxBytes, `${bytes} bytes: ${[...loaded.keys()].join(', ')}`)
    })
})

/** The file name of a chunk. */
function findChunk(chunk: string): string {
  const files = readdirSync(new URL('assets/', built)).filter(
    (name) => name.startsWith(`${chunk}-`) && name.endsWith('.js'),
  )
  assert.equal(files.length, 1, files.join())
  return files[0] ?? ''
}

test('colors are defined only in packages/styles/tokens.css, which every page includes', () => {
  const colors = [...readSource('packages/styles/tokens.css').matchAll(/^ +(--[a-z-]+): light-dark\(#/gm)].map(
    ([, name]) => name ?? '',
  )
  assert.ok(colors.length > 30)
  const others = globSync(['packages/console/**/*.css', 'packages/server/**/*.css']).filter(
    (file) => !/dist|node_modules/.test(file),
  )
  assert.ok(others.length > 1)
  for (const file of others)
    for (const name of colors) assert.doesNotMatch(readSource(file), new RegExp(`^ *${name}:`, 'm'), file)
  const tokens = readSource('packages/styles/tokens.css')
  assert.ok(styleSheet.text.includes(tokens))
  assert.ok(consoleBaseStyles.includes(tokens))
})
