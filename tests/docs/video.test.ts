import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { portOf } from '../support/programs/port.ts'

const missing = ['ffmpeg', 'curl', 'logger'].filter((tool) => spawnSync(tool, ['--version']).error !== undefined)

/** Runs the script with a server that accepts the stream key `good`. */
async function runScript({ streamKey, videoDir }: { streamKey: string; videoDir: string }) {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      response
        .writeHead(body === 'streamKey=good' ? 200 : 403)
        .end('{"code":200,"message":null,"content":{"channelId":"channel"}}')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const env = { ...process.env, ONAIR: `http://127.0.0.1:${portOf(server)}`, VIDEO_DIR: videoDir }
  const args = ['deploy/onair-video', join(videoDir, 'no-stream'), streamKey]
  const script = spawn('sh', args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const [stderr] = await Promise.all([text(script.stderr), once(script, 'close')])
  server.close()
  return { code: script.exitCode, stderr }
}

describe('deploy/onair-video', { skip: missing.length > 0 && `no ${missing.join(', ')}` }, () => {
  test('fails and says that a stream key was not accepted', async () => {
    using folder = createTempFolder()
    const { code, stderr } = await runScript({ streamKey: 'bad', videoDir: folder.path })
    assert.equal(code, 1)
    assert.match(stderr, /The server did not accept a stream key\. .*403/)
  })

  test('fails and says which user cannot write to which folder', async () => {
    using folder = createTempFolder()
    const file = join(folder.path, 'file')
    writeFileSync(file, '')
    const { code, stderr } = await runScript({ streamKey: 'good', videoDir: file })
    assert.equal(code, 1)
    assert.match(stderr, /The user \S+ cannot write to \S+\/file\/channel\. .*mkdir/)
  })

  test('fails and says what ffmpeg says, and leaves no folder', async () => {
    using folder = createTempFolder()
    const { code, stderr } = await runScript({ streamKey: 'good', videoDir: folder.path })
    assert.equal(code, 1)
    assert.match(stderr, /The video of channel channel ended with an error\. .*no-stream: No such file/)
    assert.ok(existsSync(folder.path))
    assert.deepEqual(readdirSync(folder.path), [])
  })
})
