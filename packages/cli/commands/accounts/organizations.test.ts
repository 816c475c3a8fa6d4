import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runCommandHere, startProgram } from '../../../../tests/support/programs/program.ts'
import { createDataDirectory } from '../../../../tests/support/programs/data-directory.ts'

describe('onair organization', () => {
  test('approve says what it replaces, list shows it, and revoke takes the drops scope from its applications', async () => {
    using folder = await createDataDirectory()
    const dir = ['--data-dir', folder.path]
    await using program = startProgram(['serve', '--port', '0', '--json', ...dir])
    const { baseUrl } = await program.ready()
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await runCommandHere([...args, ...dir])
      return code === 0 ? stdout.trim() : stderr.trim()
    }
    const list = async () =>
      JSON.parse(await run('organization', 'list', '--json')).data.find(
        ({ organizationId }: any) => organizationId === 'org-1',
      )
    const person = async (name: string) =>
      JSON.parse(
        (await runCommandHere(['people', 'create', '--channel-name', name, '--json', '--url', baseUrl])).stdout,
      ).content.channelId
    const [first, second] = [await person('first'), await person('second')]
    const approve = (name: string, channel: string) =>
      run('organization', 'approve', 'org-1', '--name', name, '--channel-id', channel)
    assert.equal(await approve('Games', first), 'Organization org-1 is approved.')
    assert.equal(await approve('Games', first), 'Organization org-1 was approved already; nothing changed.')
    assert.equal(
      await approve('Other', second),
      `Organization org-1 was approved already and is replaced: its name was "Games", its representative was ${first}.`,
    )
    const app = ['--name', 'game', '--redirect-uri', 'http://127.0.0.1:9/', '--organization-id', 'org-1']
    await run('app', 'create', ...app)
    const { approvedDate: _, ...listed } = await list()
    assert.deepEqual(listed, {
      organizationId: 'org-1',
      name: 'Other',
      representative: { channelId: second, channelName: 'second' },
      teamName: null,
      apps: 1,
    })

    assert.equal(
      await run('organization', 'revoke', 'org-1', '--reason', 'closed'),
      'Organization org-1 is no longer approved. Applications that lost the drops scope: 1.',
    )
    assert.match(await run('organization', 'revoke', 'org-1', '--reason', 'closed'), /no approved organization/)
    assert.match(await run('app', 'create', ...app), /no approved organization/)
    assert.equal(await list(), undefined)
  })
})
