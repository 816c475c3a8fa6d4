import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runProgram, startProgram } from '../testing/program.ts'
import { newFolder } from '../world/db/embedded/testing.ts'

test('a secret is rotated from the command line beside the running program, and both are good for as long as it was told', async () => {
  using folder = newFolder()
  const dir = ['--data-dir', folder.path]
  await using program = startProgram(['serve', '--port', '0', '--json', ...dir])
  const { baseUrl, demo, now } = await program.ready()
  const isTaken = async (clientSecret: string) => {
    const headers = { 'client-id': demo.clientId, 'client-secret': clientSecret }
    return (await fetch(`${baseUrl}/open/v1/sessions/auth/client`, { headers })).status === 200
  }
  const rotate = (...args: string[]) => runProgram(['secret', 'rotate', demo.clientId, ...args, ...dir])
  const { code, out, said } = await rotate('--overlap-hours', '48', '--json')
  assert.deepEqual([code, said], [0, ''])
  const { clientId, clientSecret, olderEndsDate } = JSON.parse(out)
  assert.equal(clientId, demo.clientId)
  const hours = (Date.parse(olderEndsDate) - Date.parse(now)) / 3_600_000
  assert.ok(hours >= 48 && hours < 48.5, olderEndsDate)
  assert.deepEqual([await isTaken(demo.clientSecret), await isTaken(clientSecret)], [true, true])

  const again = await rotate()
  assert.deepEqual([again.code, again.said], [1, 'onair: two secrets are good already; end the older one first\n'])
  const nobody = await runProgram(['secret', 'rotate', 'nobody', ...dir])
  assert.deepEqual([nobody.code, nobody.said], [1, 'onair: clientId: there is no such application\n'])
})

test('an overlap that may not be is told, with exit code 2', async () => {
  const { code, said } = await runProgram(['secret', 'rotate', 'id', '--overlap-hours', '169'])
  assert.equal(code, 2)
  assert.match(said, /^onair: --overlap-hours is a whole number from 0 to 168\./)
})
