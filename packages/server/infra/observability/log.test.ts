import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { type LogLevel, systemLog } from './log.ts'

function captureLines(run: (log: ReturnType<typeof systemLog>) => void, level: LogLevel = 'info'): string {
  const lines: string[] = []
  run(systemLog({ level, destination: { write: (line) => void lines.push(line) } }))
  return lines.join('')
}

describe('systemLog', () => {
  test('writes JSON lines with level, time, fields and text', () => {
    const line: unknown = JSON.parse(captureLines((log) => log.info({ deliveryId: 'd1' }, 'webhook.delivered')))
    assert.partialDeepStrictEqual(line, { level: 'info', deliveryId: 'd1', msg: 'webhook.delivered' })
  })

  test('writes info lines in the form of all others, with a time in milliseconds', () => {
    const fields = { method: 'GET', ms: 3, none: undefined, deep: { list: ['é"\n'] }, at: new Date(0), nothing: null }
    for (const each of [fields, {}, { error: new Error('failed') }, { error: 'text' }]) {
      const lines = captureLines((log) => (log.info(each, 'a "text"'), log.warn(each, 'a "text"'))).split('\n')
      const [info = '', warn = ''] = lines.map((line) =>
        line.replace(/"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/, 'TIME'),
      )
      assert.match(info, /^\{"level":"info",TIME,/)
      assert.equal(info, warn.replace('"level":"warn"', '"level":"info"'))
    }
  })

  test('writes no lines below the level', () => {
    assert.equal(
      captureLines((log) => log.info({}, 'request.finished'), 'warn'),
      '',
    )
  })

  test('redacts secrets in fields, headers, URLs, bodies and error messages', () => {
    const written = captureLines((log) => {
      log.info({ accessToken: 'HUSH', deep: { down: { list: [{ refreshToken: 'a"HUSH\\' }] } } }, 'x')
      log.info(
        { headers: { authorization: 'Bearer HUSH', cookie: 'a=HUSH', 'set-cookie': ['a=HUSH', 'b="]HUSH'] } },
        'x',
      )
      log.info({ headers: { Authorization: 'Basic HUSH', 'Client-Secret': 'HUSH' }, clientSecret: 'HUSH' }, 'x')
      log.info({ url: 'https://s.example:443/?auth=HUSH&v=1' }, 'x')
      log.info({ body: JSON.stringify({ password: 'HUSH"\\\nHUSH', n: 1 }) }, 'x')
      log.error({ error: new Error('no response from https://s.example?auth=HUSH') }, 'Bearer HUSH')
    })
    assert.doesNotMatch(written, /HUSH/)
    for (const line of written.trim().split('\n')) JSON.parse(line)
  })

  test('escapes control characters, so that no line controls a terminal', () => {
    const text = 'a\x1b[2J\x7f\x9b31m\u202eb'
    const written = captureLines((log) => log.error({ error: new Error(text), text }, 'x'))
    assert.doesNotMatch(written, /[^\P{Cc}\n]|\u202e/u)
    assert.equal(JSON.parse(written).text, text)
  })

  test('leaves other text unchanged', () => {
    const written = captureLines((log) =>
      log.info({ code: 'ECONNRESET', url: 'https://s.example/?v=1', tokens: 3 }, 'x'),
    )
    assert.match(written, /"code":"ECONNRESET","url":"https:\/\/s\.example\/\?v=1","tokens":3/)
  })

  for (const [how, end] of Object.entries({
    ends: '',
    'calls process.exit': 'process.exit(0)',
    'ends with an uncaught error': 'setImmediate(() => { throw new Error("uncaught") })',
  }))
    test(`flushes the last line to standard error when the program ${how}`, () => {
      const program = `import { systemLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)}
      systemLog({ level: 'info' }).info({}, 'program.ended')
      ${end}`
      const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module-typescript', '--eval', program])
      assert.match(stderr.toString(), /"msg":"program\.ended"/)
      assert.equal(stdout.toString(), '')
    })
})
