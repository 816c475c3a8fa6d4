import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { readSnippets } from './doc-snippets.ts'

/** The code blocks of a page with the same label, which are one program. */
export type DocProgram = { page: string; label: string; code: string }

/** The pages with programs. Another test follows docs/replace-your-fake.md as a whole. */
const pages = ['README.md', 'README.ko.md', 'docs/**/*.md', 'packages/*/README.md', 'packages/testing/*/README.md']

/** The programs of the documentation that import a package: one of npm in JavaScript and TypeScript, ours in Python. */
export function listDocPrograms(): DocProgram[] {
  return globSync(pages, { exclude: ['docs/replace-your-fake*.md'] })
    .toSorted()
    .flatMap((page) => listLabels(page).map((label) => ({ page, label, code: readSnippets(page, label).join('\n') })))
    .filter(({ label, code }) => {
      if (label.startsWith('python')) return /^(from|import) onair_testing\b/m.test(code)
      return /^(js|ts)\b/.test(label) && /^(import|export)\b.* from '(?!\.|node:)/m.test(code)
    })
}

function listLabels(page: string): string[] {
  const fences = [...readFileSync(page, 'utf8').matchAll(/^```(.*)\n[^]*?^```$/gm)]
  return [...new Set(fences.map(([, label]) => label ?? ''))]
}

/** Runs a command until a line of its output matches. Throws with its output if it ends or does not print one in time. */
export async function runUntil(
  command: string,
  pattern: RegExp,
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<void> {
  const child = spawn('bash', ['-c', `{ ${command}; } 2>&1`], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
    timeout: 60_000,
  })
  const lines: string[] = []
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line)
      if (pattern.test(line)) return
    }
  } finally {
    if (child.pid !== undefined) endGroup(child.pid)
  }
  throw new Error(`No line of ${command} matches ${String(pattern)}:\n${lines.join('\n')}`)
}

/** Ends the processes of a group that are left. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All have ended.
  }
}
