import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runCommandHere, startProgram } from '../../../../tests/support/programs/program.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import { createDataDirectory } from '../../../../tests/support/programs/data-directory.ts'

describe('onair identity unverify', () => {
  test('removes a verification once while the server runs', async () => {
    using folder = await createDataDirectory()
    const dir = ['--data-dir', folder.path]
    await using program = startProgram(['serve', '--port', '0', '--json', ...dir])
    const { baseUrl } = await program.ready()
    const created = await runCommandHere(['people', 'create', '--identity-verified', '--json', '--url', baseUrl])
    const { channelId, email, password } = JSON.parse(created.stdout).content
    const browser = httpBrowser(baseUrl)
    await browser.signIn(email, password)
    const isVerified = async () => (await browser.callConsole('GET', '/me')).body.content.identityVerified

    assert.equal(await isVerified(), true)
    const runUndo = () => runCommandHere(['identity', 'unverify', channelId, ...dir])
    assert.deepEqual(await runUndo(), {
      code: 0,
      stdout: `Account ${channelId} is no longer verified.\n`,
      stderr: '',
    })
    assert.equal(await isVerified(), false)
    const again = await runUndo()
    assert.deepEqual([again.code, again.stdout], [1, ''])
    assert.equal(again.stderr, `onair: no account ${channelId} with a verified identity\n`)
  })
})
