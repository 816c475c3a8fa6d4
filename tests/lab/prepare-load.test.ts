import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createDataDirectory } from '../support/programs/data-directory.ts'
import { runCommandHere, startProgram } from '../support/programs/program.ts'

describe('onair load prepare', () => {
  test('prepares sessions in the database, which a load uses without the sandbox API', async () => {
    using folder = await createDataDirectory()
    const dir = ['--data-dir', folder.path]
    const file = join(folder.path, 'accounts.ndjson')
    await using program = startProgram(['serve', '--port', '0', '--json', ...dir])
    const { baseUrl } = await program.ready()

    const prepared = await runCommandHere(['load', 'prepare', file, '--sessions', '200', '--channels', '20', ...dir])
    assert.equal(prepared.code, 0, prepared.stderr)
    assert.match(prepared.stdout, /^20 applications with tokens of 20 channels/)
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    assert.equal(lines.length, 20)
    assert.equal(statSync(file).mode & 0o777, 0o600)

    const load = ['load', '--accounts', file, '--url', baseUrl, '--sessions', '20', '--rate', '20', '--seconds', '1']
    const { code, stdout, stderr } = await runCommandHere([...load, '--json'])
    assert.equal(code, 0, stderr)
    const report = JSON.parse(stdout)
    assert.deepEqual([report.sessions, report.lost], [20, 0])
    assert.ok(report.sent > 0, stdout)

    const again = await runCommandHere(['load', 'prepare', file, ...dir])
    assert.deepEqual([again.code, again.stderr], [1, `onair: ${file} exists. Choose another file.\n`])
  })
})
