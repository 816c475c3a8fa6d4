import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { findProcesses } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { eventually } from '../support/eventually.ts'
import { createProject, skip, tarballs } from './project.ts'

// Runs tests with worlds as users do, with their test runners. Each runner starts a process for each file.

const hasXdist = spawnSync('python3', ['-c', 'import pytest, xdist']).status === 0
const files = [1, 2, 3, 4]

/** Records the servers that run before and after the world opens. */
const worldTest = `import { spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { openWorld } from '@onair/testing'

const findHosts = () => spawnSync('pgrep', ['-f', process.cwd() + '.*onair.mjs worlds'], { encoding: 'utf8' }).stdout
test('a world opens', async () => {
  const before = findHosts()
  const world = await openWorld()
  try {
    await world.viewer.chat(world.streamer, 'hello')
    await world.messages(world.streamer, { withinMs: 20_000 })
    appendFileSync('hosts.ndjson', JSON.stringify({ before, after: findHosts() }) + '\\n')
  } finally {
    await world.close()
  }
})
`

const pythonWorldTest = `import json
import os
import subprocess


def find_hosts():
    return subprocess.run(["pgrep", "-f", os.getcwd() + ".*onair.mjs worlds"], capture_output=True, text=True).stdout


def test_a_world_opens(world):
    world.viewer.chat(world.streamer, "hello")
    world.messages(world.streamer, within_sec=20)
    with open("hosts.ndjson", "a") as file:
        file.write(json.dumps({"before": "", "after": find_hosts()}) + "\\n")
`

const project = createProject()
const nodeOptions = { NODE_OPTIONS: '--experimental-vm-modules' }

const vitest = (...options: string[]) =>
  project.run('npx', ['vitest', 'run', '--testTimeout=60000', ...options, 'vitest/'])
const jest = (...options: string[]) =>
  project.run('npx', ['jest', '--testTimeout=60000', '--testMatch=**/jest/*.test.js', ...options], nodeOptions)
const nodeTest = (...options: string[]) => project.run('node', ['--test', ...options, 'node-test/*.test.js'])

describe('the server of the worlds', { skip }, () => {
  before(async () => {
    await project.install(...Object.values(tarballs()), 'vitest', 'jest', 'pnpm@10')
    const importLines = {
      vitest: "import { test } from 'vitest'",
      jest: "import { test } from '@jest/globals'",
      'node-test': "import { test } from 'node:test'",
    }
    for (const [folder, importLine] of Object.entries(importLines))
      for (const file of files) project.write(`${folder}/${file}.test.js`, `${importLine}\n${worldTest}`)
    cpSync('packages/testing/python/onair_testing', join(project.path, 'onair_testing'), { recursive: true })
    for (const file of files) project.write(`pytest/test_${file}.py`, pythonWorldTest)
    project.write('with-setup.config.js', "export default { test: { globalSetup: '@onair/testing/global-setup' } }\n")
    project.write('global-setup.js', "export { globalSetup } from '@onair/testing/global-setup'\n")
  })
  afterEach(async () => {
    rmSync(join(project.path, 'hosts.ndjson'), { force: true })
    await eventually(() => findProcesses(project.path).length === 0)
  })
  after(() => project[Symbol.dispose]())

  for (const [command, runTests] of [
    ['npx vitest', () => vitest()],
    ['npx vitest with threads', () => vitest('--pool=threads')],
    ['pnpm exec vitest', () => project.run('npx', ['pnpm', 'exec', 'vitest', 'run', '--testTimeout=60000', 'vitest/'])],
    ['npx jest', () => jest()],
    ['node --test', () => nodeTest()],
  ] as const)
    test(`is one for all files of ${command}, and ends with them`, async () => {
      await runTests()
      assert.equal(findHosts().size, 1)
    })

  for (const [command, runTests] of [
    ['Vitest', () => vitest('--config=with-setup.config.js')],
    ['Jest', () => jest('--globalSetup=@onair/testing/global-setup')],
    ['node:test', () => nodeTest('--test-global-setup=global-setup.js')],
  ] as const)
    test(`runs before the first test with the globalSetup of ${command}`, async () => {
      await runTests()
      const [host] = findHosts()
      assert.deepEqual(
        readHosts().map(({ before: pids }) => pids),
        files.map(() => [host]),
      )
    })

  test('is one for several runners at the same time', async () => {
    await Promise.all([vitest(), jest(), nodeTest()])
    assert.equal(readHosts().length, 3 * files.length)
    assert.equal(findHosts().size, 1)
  })

  test('is one for the workers of pytest-xdist', { skip: !hasXdist && 'pytest-xdist is not installed' }, async () => {
    const options = ['-q', '-n', '2', '-p', 'onair_testing.pytest_plugin', '-p', 'no:cacheprovider']
    await project.run('python3', ['-m', 'pytest', ...options, '--import-mode=importlib', 'pytest'])
    assert.equal(findHosts().size, 1)
  })
})

/** The servers that every test found. A process that finds another server ends. */
function findHosts(): Set<string> {
  const found = readHosts().map(({ after }) => after)
  return new Set(found.flat().filter((pid) => found.every((pids) => pids.includes(pid))))
}

function readHosts(): { before: string[]; after: string[] }[] {
  const file = join(project.path, 'hosts.ndjson')
  assert.ok(existsSync(file))
  return lines(readFileSync(file, 'utf8'))
    .map((line) => JSON.parse(line) as { before: string; after: string })
    .map((hosts) => ({ before: lines(hosts.before), after: lines(hosts.after) }))
}

function lines(text: string): string[] {
  return text.split('\n').filter(Boolean)
}
