import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'

const built = new URL('../console/dist/', import.meta.url)

for (const [what, brings, mostBytes] of [
  ['console', [], 250_000],
  ['watch page', ['watch'], 200_000],
] as const)
  test(`the first load of the ${what} is at most ${mostBytes / 1_000} kB of compressed script`, () => {
    const page = readFileSync(new URL('index.html', built), 'utf8')
    const first = [...page.matchAll(/"\/console\/assets\/([^"]+\.js)"/g)].map(([, name]) => name ?? '')
    assert.ok(first.length > 0)
    for (const chunk of brings) first.push(fileOf(chunk))
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
function fileOf(chunk: string): string {
  const files = readdirSync(new URL('assets/', built)).filter(
    (name) => name.startsWith(`${chunk}-`) && name.endsWith('.js'),
  )
  assert.equal(files.length, 1, files.join())
  return files[0] ?? ''
}

test('the console has the colours of the pages without scripts', () => {
  assert.ok(coloursIn('server/assets/pages.css').length > 40)
  assert.deepEqual(coloursIn('console/look.css'), coloursIn('server/assets/pages.css'))
})

function coloursIn(file: string): (string | undefined)[] {
  const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
  return [...text.matchAll(/^ +(--[a-z-]+: #[0-9a-f]{6});$/gm)].map(([, colour]) => colour)
}
