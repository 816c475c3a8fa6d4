import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { sandboxApi, type ContentOf } from '@onair/contract'
import { createClient } from '@onair/sdk/http'
import { findProcesses } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { listDocPrograms, runUntil } from '../support/clients/doc-programs.ts'
import { eventually } from '../support/eventually.ts'
import { findFreePort } from '../support/programs/port.ts'
import { createProject, env, skip, tarballs } from './project.ts'

/** A line that shows that a program of the documentation works, by page and label. */
const expectedLines: Record<string, RegExp> = {
  'README.md js': /^Listening to the chat$/,
  'README.ko.md js': /^Listening to the chat$/,
  'docs/sessions.md js': /^subscribed CHAT$/,
  'docs/sessions.md ts': /^subscribed$/,
  'docs/webhooks.md ts receiver': /^ready$/,
  'docs/webhooks.md ts give': /^SUCCESS \d$/,
  'packages/sdk/README.md ts': /^400 /,
  'packages/sdk/README.md ts consent': /^Allow the access in a browser: http/,
  'packages/sdk/README.md ts server': /^ready$/,
  'packages/testing/js/README.md js': /pass 1$/,
  'packages/testing/python/README.md python': /^ended$/,
}

const project = createProject()
const hasPython = spawnSync('python3', ['--version']).status === 0

describe('programs of the documentation, with the packages alone', { skip }, () => {
  before(async () => {
    await project.install(...Object.values(tarballs()))
    await project.install('typescript@~7.0', '@types/node@24', 'socket.io-client@2.0.3', '@types/socket.io-client@1')
    cpSync('examples/greeting-bot/bot.js', join(project.path, 'bot.js'))
    cpSync('packages/testing/python/onair_testing', join(project.path, 'onair_testing'), { recursive: true })
  })
  after(() => project[Symbol.dispose]())

  for (const { page, label, code } of listDocPrograms())
    test(`${page}, ${label}: runs`, async (t) => {
      const expected = expectedLines[`${page} ${label}`]
      assert.ok(expected, 'the table of this test has a line that the program prints')
      if (label === 'python' && !hasPython) return t.skip('python3 is not installed')
      const file = `${page.replaceAll(/\W/g, '-')}-${label.replaceAll(' ', '-')}.${label.split(' ')[0]}`
      project.write(file, code)
      await using onair = await startOnair()
      if (label === 'ts give') await onair.claimReward()
      const command = label === 'python' ? `python3 ${file} && echo ended` : `node ${file}`
      await runUntil(`eval "$(npx onair env)" && ${command}`, expected, {
        cwd: project.path,
        env: {
          ...env,
          ONAIR_URL: onair.baseUrl,
          PORT: String(await findFreePort()),
          REDIRECT_URI: `http://127.0.0.1:${await findFreePort()}/callback`,
          DISPLAY: '',
          WAYLAND_DISPLAY: '',
        },
      })
    })

  test('those in TypeScript compile', async () => {
    const programs = listDocPrograms().filter(({ label }) => label.startsWith('ts'))
    for (const [at, { code }] of programs.entries()) project.write(`program-${at}.ts`, code)
    await compile({ files: programs.map((_program, at) => `program-${at}.ts`) })
  })

  test('the overlays compile in a folder of their own', async () => {
    cpSync('packages/overlays', join(project.path, 'overlays'), { recursive: true })
    rmSync(join(project.path, 'overlays/package.json'))
    // The bundler of a project declares its style sheets.
    project.write('overlays/css.d.ts', "declare module '*.css'\n")
    await compile({ files: ['overlays/overlay.ts', 'overlays/css.d.ts'], lib: ['es2024', 'dom', 'dom.iterable'] })
  })
})

async function compile({ files, lib = ['es2024', 'esnext.disposable'] }: { files: string[]; lib?: string[] }) {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2024',
    lib,
    types: ['node'],
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
  }
  project.write('tsconfig.json', JSON.stringify({ compilerOptions, files }))
  await project.run('npx', ['tsc', '-p', '.'])
}

type Overview = ContentOf<typeof sandboxApi.demo.getOverview>

async function startOnair() {
  const npx = spawn('npx', ['onair', '--json', '--port', '0', '--ephemeral'], {
    cwd: project.path,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = await once(createInterface({ input: npx.stdout }), 'line', { signal: AbortSignal.timeout(90_000) })
  const { baseUrl, demo } = JSON.parse(String(line)) as Pick<Overview, 'baseUrl' | 'demo'>
  return {
    baseUrl,
    /** A viewer claims a reward of the demo application. */
    async claimReward() {
      const { drops } = sandboxApi
      const call = createClient({ baseUrl })
      const campaign = { clientId: demo.clientId, categoryId: 'League_of_Legends', rewards: ['검'] }
      const { rewardIds } = await call(drops.createCampaign, { body: campaign })
      const viewer = demo.people.find(({ is }) => is === 'viewer')!
      await call(drops.claim, { body: { rewardId: rewardIds[0]!, byChannelId: viewer.channelId } })
    },
    async [Symbol.asyncDispose]() {
      npx.kill('SIGTERM')
      await eventually(() => findProcesses(project.path).length === 0)
    },
  }
}
