import { spawnSync } from 'node:child_process'
import { readSnippets, runSnippet } from './doc-snippets.ts'

type Bot = ReturnType<typeof runSnippet>
type DocBot = {
  name: string
  /** Why it cannot run, or false. */
  skip: string | false
  run: (env: { ONAIR_URL: string; TOKEN: string; NODE_EXTRA_CA_CERTS?: string }, timeoutMs?: number) => Bot
}

/** The wait after a session that was subscribed: between 0.5 and 1 s. */
export const firstWait = /^reconnecting in (?:0\.[5-9]|1\.0) s$/

/** The bots of docs/sessions.md that stay connected. `rewrite` changes the code, such as the kind of events. */
export function listDocBots(rewrite: (code: string) => string = (code) => code): DocBot[] {
  const bot = (name: string, language: string, command?: string[]): DocBot => {
    const code = rewrite(readSnippets('docs/sessions.md', language).join('\n'))
    const skip = command !== undefined && spawnSync(command[0]!, ['--version']).status !== 0
    return {
      name,
      skip: skip && `${command[0]} is not installed`,
      run: (env, timeoutMs = 120_000) => runSnippet(code, { env, timeoutMs, ...(command && { command }) }),
    }
  }
  return [bot('JavaScript', 'js'), bot('the SDK', 'ts'), bot('Python', 'python', ['python3', '-c'])]
}

/** Reads lines until one matches, and returns those before it and the line. */
export async function readUntil(bot: Pick<Bot, 'next'>, pattern: RegExp): Promise<string[]> {
  const lines: string[] = []
  for (;;) {
    const line = await bot.next()
    lines.push(line)
    if (pattern.test(line)) return lines
  }
}
