import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'

const built = new URL('../console/dist/', import.meta.url)
const mostBytes = 250_000

test('the first load of the console is at most 250 kB of compressed script', () => {
  const page = readFileSync(new URL('index.html', built), 'utf8')
  const first = [...page.matchAll(/"\/console\/assets\/([^"]+\.js)"/g)].map(([, name]) => name ?? '')
  assert.ok(first.length > 0)
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

test('the console has the colours of the pages without scripts', () => {
  assert.ok(coloursIn('server/assets/pages.css').length > 40)
  assert.deepEqual(coloursIn('console/look.css'), coloursIn('server/assets/pages.css'))
})

function coloursIn(file: string): (string | undefined)[] {
  const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
  return [...text.matchAll(/^ +(--[a-z-]+: #[0-9a-f]{6});$/gm)].map(([, colour]) => colour)
}
