import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createTempFolder } from '../infra/db/embedded/test-helpers.ts'
import { runCommandHere } from '../test/program.ts'

const run = (...args: string[]) => runCommandHere(['certify', ...args], { PATH: process.env['PATH'] ?? '' })

describe('onair certify', () => {
  test('refuses wrong usage with exit code 2', async () => {
    const usages = [
      [],
      ['--bot', 'node a.js', '--overlay', 'node b.js'],
      ['--bot', 'node a.js', '--only', 'no-such-check'],
      ['--bot', 'node a.js', '--probe', '!ping'],
      ['--bot', 'node a.js', '--min-score', '101'],
      ['--receiver', 'node a.js', '--path', 'webhook'],
    ]
    for (const usage of usages) {
      const { code, stderr } = await run(...usage)
      assert.equal(code, 2, `${usage.join(' ')}: ${stderr}`)
    }
  })

  test('a score below --min-score exits with code 1, and the reports say why', async () => {
    using folder = createTempFolder()
    const command = 'echo "<b>cannot start</b>"; exit 3'
    const { code, stdout } = await run('--bot', command, '--only', 'session-start', '--report', folder.path)
    assert.equal(code, 1)
    assert.match(stdout, /^FAIL {2}session-start .*\n {6}No subscribed session\. The program ended: exit code 3\. <b>/)
    assert.match(stdout, /Score 0 of 100: 0 of 10 points, 1 of 1 checks failed\./)
    const read = (name: string) => readFileSync(join(folder.path, name), 'utf8')
    const { score, results } = JSON.parse(read('report.json'))
    assert.deepEqual([score, results[0].id, results[0].verdict], [0, 'session-start', 'fail'])
    assert.match(read('junit.xml'), /<testsuites tests="1" failures="1" skipped="0"[^]*&#60;b&#62;cannot start/)
    assert.match(read('report.html'), /<details open class="fail">[^]*&#60;b&#62;cannot start/)
    assert.doesNotMatch(read('report.html') + read('junit.xml'), /<b>/)
  })
})
