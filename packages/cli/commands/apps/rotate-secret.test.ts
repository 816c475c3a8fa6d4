import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runCommandHere, startProgram } from '../../../../tests/support/programs/program.ts'
import { createDataDirectory } from '../../../../tests/support/programs/data-directory.ts'

describe('onair secret rotate', () => {
  test('keeps both secrets valid for --overlap-hours while the server runs', async () => {
    using folder = await createDataDirectory()
    const dir = ['--data-dir', folder.path]
    await using program = startProgram(['serve', '--port', '0', '--json', ...dir])
    const { baseUrl, demo, now } = await program.ready()
    const isSecretAccepted = async (clientSecret: string) => {
      const headers = { 'client-id': demo.clientId, 'client-secret': clientSecret }
      return (await fetch(`${baseUrl}/open/v1/sessions/auth/client`, { headers })).status === 200
    }
    const runRotate = (...args: string[]) => runCommandHere(['secret', 'rotate', demo.clientId, ...args, ...dir])
    const { code, stdout, stderr } = await runRotate('--overlap-hours', '48', '--json')
    assert.deepEqual([code, stderr], [0, ''])
    const { clientId, clientSecret, olderEndsDate } = JSON.parse(stdout)
    assert.equal(clientId, demo.clientId)
    const hours = (Date.parse(olderEndsDate) - Date.parse(now)) / 3_600_000
    assert.ok(hours >= 48 && hours < 48.5, olderEndsDate)
    assert.deepEqual([await isSecretAccepted(demo.clientSecret), await isSecretAccepted(clientSecret)], [true, true])

    const again = await runRotate()
    assert.deepEqual([again.code, again.stderr], [1, 'onair: two secrets are valid; revoke the older one first\n'])
    const unknownClientId = await runCommandHere(['secret', 'rotate', 'unknown', ...dir])
    assert.deepEqual([unknownClientId.code, unknownClientId.stderr], [1, 'onair: no such application\n'])
  })

  test('rejects an --overlap-hours out of range with exit code 2', async () => {
    const { code, stderr } = await runCommandHere(['secret', 'rotate', 'id', '--overlap-hours', '169'])
    assert.equal(code, 2)
    assert.match(stderr, /^onair: --overlap-hours must be an integer from 0 to 168\./)
  })
})
