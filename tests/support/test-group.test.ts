import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { testGroup } from './test-group.ts'

test('testGroup runs the tests of a file that waits at its top level after those of the others could have ended', () => {
  using folder = createTempFolder()
  const write = (name: string, code: string) => {
    const path = join(folder.path, name)
    writeFileSync(path, `import { test } from 'node:test'\n${code}`)
    return path
  }
  const files = [
    write(
      'waits.mjs',
      "for (let turns = 0; turns < 10_000; turns++) await new Promise(setImmediate)\ntest('waited', () => {})",
    ),
    write('ends.mjs', "test('ended', () => {})"),
  ]
  const options = ['--test-force-exit', '--test-reporter=tap', write('group.mjs', testGroup(files))]
  // Without the channel of the runner that runs this test.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
  const output = execFileSync(process.execPath, options, { encoding: 'utf8', env, timeout: 30_000 })
  assert.match(output, /ok \d - waited[^]*ok \d - ended[^]*# pass 2\n/)
})
