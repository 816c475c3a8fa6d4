import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'

// Compilers take longer than the tests of a change should. `npm run packages` sets PACKAGES.
const isShort = process.env['PACKAGES'] === undefined

const languages = [
  { language: 'java', file: 'OnairExample.java', command: 'java', args: [], version: '-version' },
  { language: 'go', file: 'main.go', command: 'go', args: ['run'], version: 'version' },
]

describe('examples/testing', () => {
  for (const { language, file, command, args, version } of languages) {
    const isInstalled = spawnSync(command, [version]).status === 0
    const skip = isShort ? 'npm run packages compiles the programs' : !isInstalled && `${command} is not installed`
    test(`the ${language} program starts a server, acts, and stops it`, { skip }, async () => {
      using folder = createTempFolder()
      mkdirSync(join(folder.path, 'node_modules/.bin'), { recursive: true })
      symlinkSync(resolve('packages/cli/onair.mjs'), join(folder.path, 'node_modules/.bin/onair'))
      copyFileSync(join('examples/testing', language, file), join(folder.path, file))
      const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter)
      const options = { cwd: folder.path, env: { ...process.env, PATH }, timeout: 120_000 }
      const { stdout } = await promisify(execFile)(command, [...args, file], options)
      assert.match(stdout, /^200\n(0|<nil>)\n$/)
    })
  }
})
