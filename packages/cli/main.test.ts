import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'

describe('an error that nothing catches', () => {
  for (const [kind, code] of [
    ['exception', `setTimeout(() => { throw error }, 100)`],
    ['rejection', `setTimeout(() => Promise.reject(error), 100)`],
  ])
    test(`ends the program with its stack, without the terminal escapes of its message: ${kind}`, () => {
      const module = `data:text/javascript,${encodeURIComponent(`const error = new Error('\\x1b[2J\\u202e'); ${code}`)}`
      const args = ['--import', module, 'packages/cli/main.ts', '--version']
      const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
      assert.equal(status, 1)
      assert.match(stderr, /^Error: \\u001b\[2J\\u202e\n {4}at /)
      for (const control of ['\x1b', '\u202e']) assert.ok(!stderr.includes(control))
    })
})
