import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'

const executables = ['/usr/bin/firefox-esr', '/usr/bin/firefox']
const executable = executables.find((path) => existsSync(path))
/** An AudioContext of Firefox stands still on a machine without a device for sound. */
const soundServer = '/usr/bin/pulseaudio'
const commandMs = 60_000

/** Why tests that need Firefox are skipped, or false. */
export const firefoxUnavailable =
  executable === undefined && '/usr/bin/firefox-esr or /usr/bin/firefox is not installed'

/** Pages that ask for a camera or a microphone get ones that move and beep, without a question. */
const preferences = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  'intl.accept_languages': 'en-US',
}

export type FirefoxPage = {
  goto(url: string): Promise<void>
  /** The value of an expression, which may be a promise. It counts as an act of the user. Throws what it throws. */
  evaluate<T>(expression: string): Promise<T>
}

/** A Firefox with an empty profile, driven by WebDriver BiDi: playwright-core drives only its own build of Firefox. */
export async function openFirefox() {
  if (executable === undefined) throw new Error('Firefox is not installed')
  await using opening = new AsyncDisposableStack()
  const profile = await mkdtemp(join(tmpdir(), 'onair-firefox-'))
  opening.defer(() => rm(profile, { recursive: true, force: true }))
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
  writeFileSync(join(profile, 'user.js'), lines.join(''))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const soundSocket = join(profile, 'sound')
  const env = { ...process.env, HOME: profile, XDG_RUNTIME_DIR: profile, PULSE_SERVER: `unix:${soundSocket}` }
  const start = (command: string, args: string[], stderr: 'ignore' | 'pipe') => {
    const program = spawn(command, args, { env, stdio: ['ignore', 'ignore', stderr] })
    opening.defer(async () => {
      const exited = program.exitCode === null && once(program, 'exit')
      program.kill()
      await exited
    })
    return program
  }
  const modules = ['module-null-sink', `module-native-protocol-unix auth-anonymous=1 socket=${soundSocket}`]
  start(
    soundServer,
    ['-n', '--daemonize=no', '--exit-idle-time=-1', ...modules.flatMap((each) => ['--load', each])],
    'ignore',
  )
  const { stderr } = start(executable, args, 'pipe')
  const call = await connect(opening, await readAddress(stderr!))
  await call('session.new', { capabilities: {} })
  const opened = opening.move()
  return {
    /** A page of a visitor without cookies. */
    async openPage(): Promise<FirefoxPage> {
      const { userContext } = await call('browser.createUserContext', {})
      const { context } = await call('browsingContext.create', { type: 'tab', userContext })
      return {
        goto: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
        async evaluate(expression) {
          const options = { target: { context }, awaitPromise: true, userActivation: true }
          const outcome = await call('script.evaluate', {
            expression: `(async () => JSON.stringify(await (${expression})))()`,
            ...options,
          })
          if (outcome.type === 'exception') throw new Error(outcome.exceptionDetails.text)
          return outcome.result.value === undefined ? undefined : JSON.parse(outcome.result.value)
        },
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function readAddress(stderr: NodeJS.ReadableStream): Promise<string> {
  const signal = AbortSignal.timeout(commandMs)
  for await (const line of createInterface({ input: stderr, signal })) {
    const [, address] = /^WebDriver BiDi listening on (ws:.*)$/.exec(line) ?? []
    if (address !== undefined) return address
  }
  throw new Error('Firefox ended before it listened')
}

/** Sends a command and returns its result. */
async function connect(opening: AsyncDisposableStack, address: string) {
  const socket = new WebSocket(`${address}/session`)
  opening.defer(() => socket.terminate())
  await once(socket, 'open', { signal: AbortSignal.timeout(commandMs) })
  let lastId = 0
  return async (method: string, params: object): Promise<any> => {
    const id = ++lastId
    const answered = Promise.withResolvers<any>()
    const receive = (data: Buffer) => {
      const answer = JSON.parse(String(data))
      if (answer.id === id) answered.resolve(answer)
    }
    socket.on('message', receive)
    socket.send(JSON.stringify({ id, method, params }))
    const timer = setTimeout(() => answered.reject(new Error(`${method} has no answer`)), commandMs)
    try {
      const { type, result, message } = await answered.promise
      if (type === 'error') throw new Error(`${method}: ${message}`)
      return result
    } finally {
      clearTimeout(timer)
      socket.off('message', receive)
    }
  }
}
