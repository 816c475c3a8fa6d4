import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { authenticatorCode } from '../../../../tests/support/clients/authenticator-app.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import { createDataDirectory } from '../../../../tests/support/programs/data-directory.ts'
import { runCommandHere, startProgram } from '../../../../tests/support/programs/program.ts'

describe('onair account remove-second-factor', () => {
  test('lets a person who has lost the app sign in with the password, once it was on', async () => {
    using folder = await createDataDirectory()
    const dir = ['--data-dir', folder.path]
    await using program = startProgram(['serve', '--port', '0', '--json', ...dir])
    const { baseUrl } = await program.ready()
    const created = await runCommandHere(['people', 'create', '--json', '--url', baseUrl])
    const { channelId, email, password } = JSON.parse(created.stdout).content
    const browser = httpBrowser(baseUrl)
    await browser.signIn(email, password)
    const { secret } = (await browser.callConsole('POST', '/account/authenticator')).body.content
    const code = authenticatorCode(secret, Date.now())
    const confirmed = await browser.callConsole('POST', '/account/authenticator/confirmation', { code })
    assert.equal(confirmed.status, 200)
    const placeAfterPassword = async () => {
      const other = httpBrowser(baseUrl)
      await other.get('/sign-in')
      return (await other.post('/sign-in', { email, password })).location
    }
    assert.equal(await placeAfterPassword(), '/sign-in/code')

    const remove = () => runCommandHere(['account', 'remove-second-factor', email, ...dir])
    assert.deepEqual(await remove(), {
      code: 0,
      stdout: `The account ${channelId} signs in with its password alone.\n`,
      stderr: '',
    })
    assert.equal(await placeAfterPassword(), '/')
    const again = await remove()
    assert.deepEqual([again.code, again.stderr], [1, `onair: the account ${channelId} has no second factor\n`])

    const audit = await runCommandHere(['audit', '--action', 'account.second_factor_changed', '--json', ...dir])
    const entries = audit.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      entries.map(({ actor, detail }) => [actor.kind, detail.change]),
      [
        ['person', 'ON'],
        ['operator', 'REMOVED'],
      ],
    )
  })
})
