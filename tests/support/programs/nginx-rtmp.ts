import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../eventually.ts'
import { findFreePort } from './port.ts'

const program = 'nginx'
const rtmpModule = '/usr/lib/nginx/modules/ngx_rtmp_module.so'

/** Why tests with nginx-rtmp are skipped, or false. */
export const missingNginxRtmp =
  (!existsSync(rtmpModule) || spawnSync(program, ['-v']).error !== undefined) && 'libnginx-mod-rtmp is not installed'

/** Runs nginx-rtmp as docs/operate/video.md configures it, for a platform on this machine. */
export async function openNginxRtmp(
  platformUrl: string,
): Promise<AsyncDisposable & { encoderUrl: string; controlUrl: string }> {
  await using opening = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'onair-nginx-rtmp-'))
  opening.defer(() => rmSync(folder, { recursive: true }))
  const [rtmpPort, controlPort] = [await findFreePort(), await findFreePort()]
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => {
    mkdirSync(join(folder, kind))
    return `${kind}_temp_path ${join(folder, kind)};`
  })
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `load_module ${rtmpModule};
daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr error;
events { worker_connections 64; }
rtmp { server { listen 127.0.0.1:${rtmpPort}; application app {
  live on;
  on_publish ${platformUrl}/ingest/v1/publish;
  on_publish_done ${platformUrl}/ingest/v1/unpublish;
} } }
http { access_log off; ${temporary.join(' ')}
  server { listen 127.0.0.1:${controlPort}; location /control { rtmp_control all; } } }
`,
  )
  const nginx = spawn(program, ['-c', config, '-p', folder], { stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  nginx.stderr.on('data', (text) => (stderr += String(text)))
  const ended = once(nginx, 'exit')
  opening.defer(async () => {
    nginx.kill('SIGTERM')
    await ended
  })
  const controlUrl = `http://127.0.0.1:${controlPort}/control?app=app`
  await eventually(async () => {
    assert.equal(nginx.exitCode, null, stderr)
    await fetch(controlUrl)
  })
  const opened = opening.move()
  return {
    encoderUrl: `rtmp://127.0.0.1:${rtmpPort}/app`,
    controlUrl,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
