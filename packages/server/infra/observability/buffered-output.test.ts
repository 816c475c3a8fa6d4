import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'

const module = JSON.stringify(new URL('buffered-output.ts', import.meta.url).href)

/** Starts a program that writes to its standard error. It begins when its standard input is closed. */
function startProgram(script: string) {
  const program = `
    import { BufferedOutput } from ${module}
    const output = new BufferedOutput(2)
    process.stdin.resume().on('end', () => { ${script} })`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program])
  return { child, ended: once(child, 'close', { signal: AbortSignal.timeout(60_000) }) }
}

describe('BufferedOutput', () => {
  test('writes every line, in order, also those of the last moment', async () => {
    const { child, ended } = startProgram(`
      for (let line = 0; line < 50_000; line++) output.write(\`\${line} 가나다\\n\`)`)
    child.stdin.end()
    const written = await text(child.stderr)
    assert.deepEqual(await ended, [0, null])
    const expected = Array.from({ length: 50_000 }, (_, line) => `${line} 가나다\n`).join('')
    assert.ok(written === expected, `${written.length} of ${expected.length} characters`)
  })

  test('a reader that has ended does not keep the program from its end', async () => {
    const { child, ended } = startProgram(`
      output.write('a line\\n')
      setTimeout(() => { output.write('another line\\n'); process.exit(7) }, 1)`)
    child.stderr.destroy()
    await once(child.stderr, 'close')
    child.stdin.end()
    assert.deepEqual(await ended, [7, null])
  })
})
