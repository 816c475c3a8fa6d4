import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { namespaceUnavailable, runInNamespace } from '../support/programs/network-namespace.ts'
import type { AttackResult } from './attack/program.ts'

describe('an attack from many addresses on a server with 1,500 open files', () => {
  test(
    'refuses no call of others, ends no session, and a known device signs in',
    { skip: namespaceUnavailable, timeout: 120_000 },
    async () => {
      const program = join(import.meta.dirname, 'attack/program.ts')
      const { code, stdout, stderr } = await runInNamespace([process.execPath, program, '3'], {
        env: {},
        timeout: 100_000,
      })
      assert.equal(code, 0, stderr)
      const { attacked, endedSessions, hasReceivedEvent, knownDevice, attack } = JSON.parse(stdout) as AttackResult
      assert.deepEqual(
        { failed: attacked.failed, endedSessions, hasReceivedEvent, knownDevice },
        {
          failed: 0,
          endedSessions: 0,
          hasReceivedEvent: true,
          knownDevice: 302,
        },
      )
      assert.ok((attack['connections'] ?? 0) > 1_500, JSON.stringify(attack))
    },
  )
})
