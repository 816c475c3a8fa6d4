import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { runCommandHere, startProgram } from '../../../../tests/support/programs/program.ts'
import { createDataDirectory } from '../../../../tests/support/programs/data-directory.ts'

async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommandHere(args)
  return code === 0 ? stdout.trim() : stderr.trim()
}

describe('commands about cases', () => {
  test('place a hold, export and verify a case file, also after the deletion, and export an account', async () => {
    using folder = await createDataDirectory()
    const dir = ['--data-dir', folder.path]
    await using program = startProgram(['serve', '--port', '0', '--json', ...dir])
    await program.ready()
    const file = (name: string) => join(folder.path, name)
    assert.match(await run('account', 'export', 'viewer', file('viewer.json'), ...dir), /^Wrote \d+ entries of /)
    const data = JSON.parse(await readFile(file('viewer.json'), 'utf8'))
    assert.equal(data.account.length, 1)
    assert.deepEqual(Object.keys(data).slice(0, 2), ['account', 'webSessions'])
    assert.equal((await stat(file('viewer.json'))).mode & 0o777, 0o600)
    assert.match(await run('account', 'export', 'viewer', file('viewer.json'), ...dir), /exists already/)

    const { channelId } = data.account[0]
    const ofCase = ['--case', '2026-1', '--reason', 'court order', ...dir]
    assert.equal(await run('hold', 'list', ...dir), 'There is no hold.')
    assert.match(await run('hold', 'place', channelId, '--days', '30', ...ofCase), /is kept for case 2026-1\.$/)
    assert.match(await run('account', 'delete', channelId, '--yes', '--reason', 'left', ...dir), /is deleted/)
    assert.match(await run('hold', 'list', ...dir), /deleted account {2}case "2026-1" {2}until /)

    const range = ['--since', '2020-01-01T00:00:00Z', '--until', '2100-01-01T00:00:00Z']
    const exported = await run('case', 'export', channelId, file('case.jsonl'), ...range, ...ofCase, '--json')
    const { lines, sha256, counts, createdBy } = JSON.parse(exported)
    assert.equal(counts.account, 1)
    assert.equal(typeof createdBy, 'string')
    assert.equal(JSON.parse(await run('case', 'verify', file('case.jsonl'), '--json')).sha256, sha256)
    const text = await readFile(file('case.jsonl'), 'utf8')
    assert.equal(text.trimEnd().split('\n').length, lines + 1)
    await writeFile(file('changed.jsonl'), text.replace('court order', 'no order'))
    assert.match(await run('case', 'verify', file('changed.jsonl')), /was changed/)
    const [entry] = (await run('audit', '--action', 'case_file.created', '--json', ...dir)).split('\n')
    assert.equal(JSON.parse(entry ?? '').detail.sha256, sha256)

    const lift = ['hold', 'lift', channelId, '--case', '2026-1', ...dir]
    assert.match(await run(...lift), /is lifted\.$/)
    assert.match(await run(...lift), /no such hold/)
  })
})
