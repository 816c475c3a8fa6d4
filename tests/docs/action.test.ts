import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'

type Step = {
  run?: string
  shell?: string
  env?: Record<string, string>
  uses?: string
  with?: Record<string, unknown>
}
type Action = {
  inputs: Record<string, { default: string }>
  runs: { using: string; steps: Step[] }
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action

/** Replaces `${{ inputs.x }}`, as GitHub does. */
function substitute(value: string, inputs: Record<string, string>): string {
  return value.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_all, name: string) => {
    assert.ok(name in action.inputs, `action.yml has no input ${name}`)
    return inputs[name] ?? action.inputs[name]?.default ?? ''
  })
}

/** Runs the commands of the action in an empty folder. `npx` runs this checkout instead of the package. */
async function runAction(folder: string, inputs: Record<string, string>) {
  const bin = join(folder, '.bin')
  mkdirSync(bin)
  const main = join(root, 'packages/cli/main.ts')
  writeFileSync(join(bin, 'npx'), `#!/bin/sh\necho "$1 $2" >&2\nshift 2\nexec "${process.execPath}" "${main}" "$@"\n`, {
    mode: 0o755,
  })
  const outputs: { code: number | null; stdout: string; stderr: string }[] = []
  for (const { run, shell, env = {} } of action.runs.steps) {
    if (run === undefined) continue
    const variables = Object.entries(env).map(([name, value]) => [name, substitute(value, inputs)])
    const path = [bin, dirname(process.execPath), process.env['PATH']].join(delimiter)
    const child = spawn(shell ?? '', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', substitute(run, inputs)], {
      cwd: folder,
      env: { ...Object.fromEntries(variables), PATH: path, HOME: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [stdout, stderr] = [text(child.stdout), text(child.stderr)]
    const [code] = await once(child, 'close')
    outputs.push({ code: code as number | null, stdout: await stdout, stderr: await stderr })
  }
  return outputs
}

describe('action.yml', () => {
  test('certifies a program in an empty folder, fails below the score, and writes the reports that it uploads', async () => {
    using folder = createTempFolder()
    const bot = `node '${join(root, 'examples/echo-bot/bot.js')}'`
    const [passed] = await runAction(folder.path, { bot, probe: '!echo {text}' })
    assert.deepEqual([passed?.code, passed?.stderr], [0, '--yes onair\n'], passed?.stdout)
    assert.match(passed?.stdout ?? '', /Score 100 of 100/)
    const upload = action.runs.steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'))
    const reports = join(folder.path, substitute(String(upload?.with?.['path']), {}))
    const { score, profile } = JSON.parse(readFileSync(join(reports, 'report.json'), 'utf8'))
    assert.deepEqual([score, profile], [100, 'bot'])
    assert.match(readFileSync(join(reports, 'junit.xml'), 'utf8'), /<testsuites tests="24" failures="0"/)

    using other = createTempFolder()
    const [failed] = await runAction(other.path, { receiver: 'exit 3', report: 'a report' })
    assert.equal(failed?.code, 1)
    assert.equal(JSON.parse(readFileSync(join(other.path, 'a report', 'report.json'), 'utf8')).profile, 'receiver')
  })
})
