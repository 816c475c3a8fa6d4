import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { styleSheet } from '../../server/api/pages/style-sheet.ts'

const built = new URL('../../console/dist/', import.meta.url)
const readSource = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

for (const [what, brings, mostBytes] of [
  ['console', [], 250_000],
  ['watch page', ['watch'], 200_000],
] as const)
  test(`the first load of the ${what} is at most ${mostBytes / 1_000} kB of compressed script`, () => {
    const page = readFileSync(new URL('index.html', built), 'utf8')
    const first = [...page.matchAll(/"\/console\/assets\/([^"]+\.js)"/g)].map(([, name]) => name ?? '')
    assert.ok(first.length > 0)
    for (const chunk of brings) first.push(findChunk(chunk))
    const loaded = new Map<string, number>()
    for (let name = first.pop(); name !== undefined; name = first.pop()) {
      if (loaded.has(name)) continue
      const script = readFileSync(new URL(`assets/${name}`, built))
      loaded.set(name, gzipSync(script).length)
      // What is imported at once comes along; what a page brings with it, `import(…)`, comes later.
      for (const [, other = ''] of script.toString().matchAll(/(?:from|import) ?["']\.\/([^"']+\.js)["']/g))
        first.push(other)
    }
    const bytes = [...loaded.values()].reduce((sum, one) => sum + one, 0)
    assert.ok(bytes > 50_000 && bytes <= mostBytes, `${bytes} bytes: ${[...loaded.keys()].join(', ')}`)
  })

/** The file of a page that is loaded when it is first shown. */
function findChunk(chunk: string): string {
  const files = readdirSync(new URL('assets/', built)).filter(
    (name) => name.startsWith(`${chunk}-`) && name.endsWith('.js'),
  )
  assert.equal(files.length, 1, files.join())
  return files[0] ?? ''
}

test('the colours stand in one file, which every page has, with a script and without', () => {
  const colours = [...readSource('styles/tokens.css').matchAll(/^ +(--[a-z-]+): #[0-9a-f]{6};$/gm)].map(
    ([, name]) => name ?? '',
  )
  assert.ok(colours.length > 40)
  const others = globSync(['console/**/*.css', 'server/**/*.css']).filter((file) => !/dist|node_modules/.test(file))
  assert.ok(others.length > 1)
  for (const file of others)
    for (const name of colours) assert.doesNotMatch(readSource(file), new RegExp(`^ *${name}:`, 'm'), file)
  assert.ok(styleSheet.text.includes(readSource('styles/tokens.css')))
  const bundles = globSync('console/dist/assets/*.css').map(readSource)
  for (const name of colours)
    assert.ok(
      bundles.some((bundle) => bundle.split(`${name}:`).length > 2),
      name,
    )
})
