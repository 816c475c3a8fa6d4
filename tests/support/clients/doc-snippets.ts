import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const root = new URL('../../../', import.meta.url)

/** The code blocks of a page in their order. `language` is the text after the opening fence. */
export function readSnippets(path: string, language: string): string[] {
  const page = readFileSync(new URL(path, root), 'utf8')
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text]) => text ?? '')
}

/** Runs TypeScript, or code for another command, and reads its output line by line. */
export function runSnippet(
  code: string,
  {
    cwd = root,
    env = {},
    timeoutMs = 120_000,
    command = [process.execPath, '--input-type=module-typescript', '-e'],
  }: RunOptions = {},
) {
  const [program = '', ...args] = command
  const child = spawn(program, [...args, code], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
  })
  let stderr = ''
  child.stderr.on('data', (text) => (stderr += String(text)))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ended = once(child, 'close')
  return {
    /** The next line. Throws if the program ended without one. */
    async next(): Promise<string> {
      const { value, done } = await lines.next()
      if (done) throw new Error(`The program ended: ${stderr}`)
      return value
    },
    async end() {
      const [code] = (await ended) as [number]
      return { code, stderr }
    },
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended
    },
  }
}

type RunOptions = { cwd?: URL | string; env?: Record<string, string>; timeoutMs?: number; command?: string[] }
