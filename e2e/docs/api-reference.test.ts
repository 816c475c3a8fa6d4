import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { createDataDirectory } from '../../server/test/data-directory.ts'
import { startProgram } from '../../server/test/program.ts'

const root = new URL('../..', import.meta.url)

/** The calls of a page with their headings, in order. */
function readCalls(page: string): { heading: string; command: string }[] {
  const text = readFileSync(new URL(`docs/api/${page}`, root), 'utf8')
  return [...text.matchAll(/^### (.+)$[^]*?```sh\n([^]*?)```/gm)].map(([, heading = '', command = '']) => ({
    heading,
    command,
  }))
}

/** Variables that the reader takes from a response. */
const readVariables = [
  ['WORLD_ID', 'worldId'],
  ['SNAPSHOT_FILE', 'file'],
]
  .map(
    ([name, field]) =>
      `pattern='"${field}":"([^"]+)'; if [[ $response =~ $pattern ]]; then ${name}=\${BASH_REMATCH[1]}; fi`,
  )
  .join('\n')

/** Starts the example bot, and waits until its session is connected. */
async function startBot(baseUrl: string) {
  const bot = spawn(process.execPath, ['examples/echo-bot/bot.js'], {
    cwd: root,
    env: { ...process.env, ONAIR_URL: baseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(createInterface({ input: bot.stdout }), 'line', { signal: AbortSignal.timeout(60_000) })
  return {
    async [Symbol.asyncDispose]() {
      bot.kill()
      if (bot.exitCode === null && bot.signalCode === null) await once(bot, 'close')
    },
  }
}

describe('docs/api', () => {
  for (const [page, minCalls] of [
    ['reference.md', 30],
    ['sandbox.md', 15],
  ] as const)
    test(`every call of ${page} works as written against a new sandbox`, async () => {
      using folder = await createDataDirectory()
      await using sandbox = startProgram(['serve', '--port', '0', '--data-dir', folder.path, '--json'])
      const { baseUrl } = await sandbox.ready()
      await using _bot = await startBot(baseUrl)
      const calls = readCalls(page)
      assert.ok(calls.length >= minCalls, String(calls.length))
      const script = [
        `eval "$("${process.execPath}" server/main.ts env --url "${baseUrl}")"`,
        ...calls.map(({ command }) => `response=$(${command})\nprintf '%s\\n' "$response"\n${readVariables}`),
      ].join('\n')
      const { stdout } = await promisify(execFile)('bash', ['-euc', script], { cwd: root })
      const responses = stdout.trimEnd().split('\n')
      assert.deepEqual(
        calls.map(({ heading }, index) => [heading, responses[index]?.slice(0, 27)]),
        calls.map(({ heading }) => [heading, '{"code":200,"message":null,']),
        stdout,
      )
    })
})
