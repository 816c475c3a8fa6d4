import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'

const preload = new URL('without-promise-tracking.ts', import.meta.url).href
const passingTest = `import { test } from 'node:test'\ntest('passes', () => new Promise((resolve) => setTimeout(resolve, 50)))\n`
const failingFiles = {
  'throws when it is imported': `throw new Error('marker')\n`,
  'throws in a timer during a test': `${passingTest}setTimeout(() => { throw new Error('marker') }, 10)\n`,
  'rejects a promise that is not awaited': `${passingTest}setTimeout(() => Promise.reject(new Error('marker')), 10)\n`,
}

describe('the test runner without promise tracking', () => {
  for (const [title, source] of Object.entries(failingFiles))
    test(`a file that ${title} fails, and its error is printed`, async () => {
      const { status, output } = await runTestFile(source)
      assert.notEqual(status, 0)
      assert.match(output, /Error: marker\n\s+at /)
    })

  test('hooks of a `describe` apply to its tests only', async () => {
    const { status, output } = await runTestFile(`
      import { beforeEach, describe, test } from 'node:test'
      describe('outer', () => {
        beforeEach(() => { throw new Error('marker') })
        test('inner', () => {})
      })
      test('other', () => {})`)
    assert.notEqual(status, 0)
    assert.match(output, /✖ inner[^]*✔ other/)
    assert.doesNotMatch(output, /✖ other/)
  })

  test('a file whose tests pass passes', async () => {
    assert.equal((await runTestFile(passingTest)).status, 0)
  })
})

async function runTestFile(source: string) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'onair-tests-'))
  const file = join(folder.path, 'file.test.mjs')
  await writeFile(file, source)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const args = ['--import', preload, '--test', file]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8', timeout: 20_000 })
  return { status, output: stdout + stderr }
}
