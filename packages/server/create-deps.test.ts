import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from './config/config.ts'
import { createOfflineDeps } from './create-deps.ts'
import { systemClock } from './infra/clock.ts'
import { createTempFolder } from './infra/db/embedded/test-helpers.ts'
import { silentLog } from './infra/observability/log.ts'

test('a lost secret-key is reported in one sentence, and no new one is written where a database is', async () => {
  using folder = createTempFolder()
  const config = readConfig({ ONAIR_DATA_DIR: folder.path })
  const open = () => createOfflineDeps({ config, clock: systemClock(), log: silentLog })
  await (await open())[Symbol.asyncDispose]()

  const file = join(folder.path, 'secret-key')
  rmSync(file)
  await assert.rejects(open(), {
    name: 'DatabaseOpenError',
    message: `The key of this database, ${file}, is missing. Restore it from a backup, set ONAIR_SECRET_KEY to its content, or choose another data directory with --data-dir.`,
  })
  assert.equal(existsSync(file), false)
})
