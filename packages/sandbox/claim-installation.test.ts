import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { readConfig } from '@onair/server/config/config.ts'
import { silentLog } from '@onair/server/infra/observability/log.ts'
import { openProgram } from '@onair/server/program.ts'
import { connectionUrl, openTestDatabase } from '../../tests/support/programs/databases.ts'
import { runCommandHere, runProgram } from '../../tests/support/programs/program.ts'

const [key, otherKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]

/** Settings of a server on a database of its own. */
async function openData() {
  const { connection, ...database } = await openTestDatabase()
  const env = {
    ONAIR_PORT: '0',
    ONAIR_RTMP_PORT: 'off',
    ONAIR_ARGON_MEMORY_KIB: '8',
    ONAIR_SECRET_KEY: key,
    ONAIR_DATABASE_URL: connectionUrl(connection),
  }
  return {
    env,
    async start(more: Record<string, string> = {}) {
      await using program = await openProgram({ config: readConfig({ ...env, ...more }), log: silentLog })
      return program.deps.dataKey
    },
    ...database,
  }
}

describe('mode of the data', () => {
  test('production refuses the data of a sandbox in one line with exit code 1, also after a restart', async () => {
    await using data = await openData()
    await data.start()
    await data.start()
    for (const args of [['serve'], ['serve', '--json']]) {
      const { code, stdout, stderr } = await runProgram(args, { ...data.env, ONAIR_MODE: 'production' })
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(
        stderr,
        /^onair: This data is of a sandbox, .*: start ONAIR_MODE=production with another ONAIR_DATA_DIR .*\.\n$/,
      )
    }
    await data.start()
  })

  test('a sandbox refuses the data of production and adds no demo account to it', async () => {
    await using data = await openData()
    await data.start({ ONAIR_MODE: 'production' })
    await assert.rejects(data.start(), {
      name: 'DatabaseOpenError',
      message: /^This data is of production, .*: set ONAIR_MODE=production, or /,
    })
    await data.start({ ONAIR_MODE: 'production' })
  })

  test('of two first starts in different modes, one is refused', async () => {
    await using data = await openData()
    const starts = await Promise.allSettled([data.start(), data.start({ ONAIR_MODE: 'production' })])
    assert.deepEqual(starts.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  })

  test('a command before the first start leaves the mode open', async () => {
    await using data = await openData()
    const { code, stderr } = await runCommandHere(
      ['organization', 'approve', 'org', '--name', 'Org', '--channel-id', '0'.repeat(32)],
      data.env,
    )
    assert.match(`${code} ${stderr}`, /^1 onair: channelId: no account 0{32}/)
    await data.start({ ONAIR_MODE: 'production' })
  })
})

describe('ONAIR_SECRET_KEY', () => {
  test('a key other than the one that the data was sealed with is refused, also after a start with both', async () => {
    await using data = await openData()
    const dataKey = await data.start({ ONAIR_MODE: 'production' })
    const refusal = {
      name: 'DatabaseOpenError',
      message: /^The secrets in this database were sealed with another key: /,
    }
    await assert.rejects(data.start({ ONAIR_MODE: 'production', ONAIR_SECRET_KEY: otherKey }), refusal)
    const both = { ONAIR_MODE: 'production', ONAIR_SECRET_KEY: otherKey, ONAIR_SECRET_KEY_PREVIOUS: key }
    assert.deepEqual(await data.start(both), dataKey)
    await assert.rejects(data.start({ ONAIR_MODE: 'production', ONAIR_SECRET_KEY: otherKey }), refusal)
    assert.deepEqual(await data.start({ ONAIR_MODE: 'production' }), dataKey)
  })
})
