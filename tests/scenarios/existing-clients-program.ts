import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { sandboxApi } from '@onair/contract'
import type { Static } from 'typebox'
import { readSnippets, runSnippet } from '../support/clients/doc-snippets.ts'
import { httpBrowser } from '../support/clients/http-browser.ts'

// Runs in the network namespace of existing-clients.test.ts. Starts the server, registers an application and triggers
// events with the commands of docs/existing-clients.md, and runs its programs: those for Node, or with `python` the other.

type Overview = Static<typeof sandboxApi.demo.getOverview.content>

const root = new URL('../..', import.meta.url)
const page = 'docs/existing-clients.md'
const [, , startCommand = '', registerCommand = '', triggerCommands = ''] = readSnippets(page, 'sh')
const programs = 'examples/existing-clients'

await using server = await startServer()
const app = await registerApp()
if (process.argv[2] === 'python') await runPython()
else {
  await runBuzzk()
  await runSocketIo()
}

async function runBuzzk() {
  const CODE = await allow('https://chzzk.naver.com')
  // Its question for the newest version fails without the Internet.
  await using bot = runClient([process.execPath], 'buzzk-bot.cjs', {
    CODE,
    NODE_OPTIONS: '--unhandled-rejections=warn',
  })
  await bot.waitFor(/^Listening to the chat$/)
  await runCommand(triggerCommands)
  await bot.waitFor(/: !hello$/, / \(moderator\): Hello, /, / donated 5000: /)
}

async function runSocketIo() {
  const CODE = await allow('https://chzzk.naver.com')
  await using bot = runClient([process.execPath], 'socket-bot.cjs', { CODE })
  await bot.waitFor(/^Listening to CHAT$/, /^Listening to DONATION$/, /^Listening to SUBSCRIPTION$/)
  await runCommand(triggerCommands)
  await bot.waitFor(/^CHAT/, /content: '!hello'/, /^DONATION/, /payAmount: '5000'/, /^SUBSCRIPTION/, /month: \d+/)
}

async function runPython() {
  const CODE = await allow('https://chzzk.naver.com')
  await using bot = runClient(['python3', '-u'], 'socket_bot.py', { CODE })
  await bot.waitFor(/^Listening to CHAT$/, /^Listening to DONATION$/, /^Listening to SUBSCRIPTION$/)
  await runCommand(triggerCommands)
  await bot.waitFor(/^CHAT .*'content': '!hello'/, /^DONATION .*'payAmount': '5000'/, /^SUBSCRIPTION .*'month': \d+/)
}

async function startServer() {
  // `exec env`: the shell does not stay as the parent of npm, which forwards SIGTERM.
  const child = spawn('sh', ['-c', `exec env npm_config_loglevel=silent ${startCommand.trim()} --json`], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const firstLine = once(lines, 'line', { signal: AbortSignal.timeout(60_000) })
  const [line] = await Promise.race([firstLine, ended.then(() => assert.fail('The server ended.'))])
  return {
    overview: JSON.parse(String(line)) as Overview,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
      child.stdout.destroy()
    },
  }
}

async function registerApp() {
  const redirectUri = /--redirect-uri (\S+)/.exec(registerCommand)?.[1] ?? ''
  const credentials = JSON.parse(await runCommand(`${registerCommand.trim()} --json`))
  return { redirectUri, ...(credentials as { clientId: string; clientSecret: string }) }
}

/** Signs in as the demo streamer and allows the application, as a browser does. Returns the authorization code. */
async function allow(origin: string): Promise<string> {
  const { clientId, redirectUri } = app
  const path = `/account-interlock?${String(new URLSearchParams({ clientId, redirectUri, state: 'a state' }))}`
  const browser = httpBrowser(origin)
  const { email, password } = server.overview.demo.people.find(({ is }) => is === 'streamer')!
  await browser.signIn(email, password)
  const { text } = await browser.get(path)
  const shown = /name="shown" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const { location } = await browser.post(path, { decision: 'allow', shown })
  const redirect = new URL(location ?? '')
  assert.equal(redirect.origin + redirect.pathname, redirectUri)
  return redirect.searchParams.get('code') ?? assert.fail(`${redirect.href} has no code.`)
}

async function runCommand(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-ec', command], { cwd: root, timeout: 120_000 })
  return stdout
}

/** Runs a program of the page. */
function runClient(command: string[], file: string, variables: Record<string, string>) {
  const { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET } = app
  const bot = runSnippet(`${programs}/${file}`, {
    command,
    env: { CLIENT_ID, CLIENT_SECRET, ...variables },
  })
  return {
    /** Reads lines until each of these patterns matched one, for up to 60 s. */
    async waitFor(...patterns: RegExp[]) {
      const printed: string[] = []
      const isMissing = (pattern: RegExp) => !printed.some((line) => pattern.test(line))
      const { promise: timedOut, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => {
        reject(new Error(`${patterns.filter(isMissing).join(', ')} did not match:\n${printed.join('\n')}`))
      }, 60_000)
      while (patterns.some(isMissing)) printed.push(await Promise.race([bot.next(), timedOut]))
      clearTimeout(timer)
    },
    [Symbol.asyncDispose]: () => bot[Symbol.asyncDispose](),
  }
}
