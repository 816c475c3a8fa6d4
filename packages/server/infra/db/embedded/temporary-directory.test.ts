import assert from 'node:assert/strict'
import { existsSync, utimesSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { createTempFolder } from './test-helpers.ts'

const module = JSON.stringify(new URL('temporary-directory.ts', import.meta.url).href)
const script = `
  import { openTemporaryDirectory } from ${module}
  console.log((await openTemporaryDirectory()).path)
  setInterval(() => {}, 1_000)`

test('the directory of a killed process is deleted; where its shell was killed too, by the next process', async () => {
  using folder = createTempFolder()
  const startProgram = async () => {
    const program = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      env: { ...process.env, TMPDIR: folder.path },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [path] = await once(createInterface({ input: program.stdout }), 'line', {
      signal: AbortSignal.timeout(30_000),
    })
    return { program, path: String(path) }
  }
  const [first, second] = [await startProgram(), await startProgram()]
  first.program.kill('SIGKILL')
  await eventually(() => !existsSync(first.path))

  const children = await readFile(`/proc/${second.program.pid}/task/${second.program.pid}/children`, 'utf8')
  for (const pid of children.trim().split(' ')) process.kill(Number(pid), 'SIGKILL')
  second.program.kill('SIGKILL')
  await once(second.program, 'close')
  assert.ok(existsSync(second.path))
  const longAgo = new Date(Date.now() - 3_600_000)
  utimesSync(join(second.path, 'lock'), longAgo, longAgo)
  const third = await startProgram()
  assert.ok(!existsSync(second.path))
  assert.ok(existsSync(third.path))
  third.program.kill('SIGKILL')
  await eventually(() => !existsSync(third.path))
})
