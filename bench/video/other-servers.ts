import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '../../tests/support/programs/port.ts'

/** A server that takes RTMP, beside Onair. Streams have names. */
export type OtherServer = AsyncDisposable & {
  name: string
  pid: number
  encoderUrl: (stream: string) => string
  playbackUrl: (stream: string) => string
}

const nginxModule = '/usr/lib/nginx/modules/ngx_rtmp_module.so'
const startWithinMs = 10_000

/** nginx with its RTMP module, which writes segments of HLS to files. A string: why it cannot be measured. */
export async function startNginx(folder: string): Promise<OtherServer | string> {
  if (!existsSync(nginxModule)) return 'nginx with its RTMP module (libnginx-mod-rtmp) is not installed'
  const [rtmpPort, httpPort] = [await findFreePort(), await findFreePort()]
  await mkdir(join(folder, 'hls'), { recursive: true, mode: 0o777 })
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const configPath = join(folder, 'nginx.conf')
  await writeFile(
    configPath,
    `load_module ${nginxModule};
${user} worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log stderr crit;
events { worker_connections 2048; }
rtmp { server { listen 127.0.0.1:${rtmpPort}; chunk_size 4096;
  application live { live on; hls on; hls_path ${folder}/hls; hls_fragment 1s; hls_playlist_length 10s; } } }
http { access_log off; tcp_nodelay on; keepalive_requests 1000000; client_body_temp_path ${folder}/body;
  types { application/vnd.apple.mpegurl m3u8; video/mp2t ts; }
  server { listen 127.0.0.1:${httpPort}; root ${folder}/hls;
    add_header Access-Control-Allow-Origin *; add_header Cache-Control no-cache; } }
`,
  )
  return start('nginx', ['-c', configPath, '-p', folder], {
    name: 'nginx-rtmp, HLS',
    ports: [rtmpPort, httpPort],
    encoderUrl: (stream) => `rtmp://127.0.0.1:${rtmpPort}/live/${stream}`,
    playbackUrl: (stream) => `http://127.0.0.1:${httpPort}/${stream}.m3u8`,
  })
}

/** An ordinary media server of Node, which sends FLV in endless responses. */
export async function startNodeMediaServer(folder: string): Promise<OtherServer | string> {
  const path = findPackageFile('node-media-server/bin/app.js')
  if (path === null) return 'node-media-server is not installed (npm install --no-save node-media-server mpegts.js)'
  const [rtmpPort, httpPort] = [await findFreePort(), await findFreePort()]
  const config = { bind: '127.0.0.1', store: { path: join(folder, 'data') }, auth: { play: false, publish: false } }
  const configPath = join(folder, 'media-server.json')
  await writeFile(
    configPath,
    JSON.stringify({ ...config, rtmp: { port: rtmpPort }, http: { port: httpPort }, record: { auto: false } }),
  )
  return start(process.execPath, [path, '--config', configPath, '--no-admin'], {
    name: 'node-media-server, HTTP-FLV',
    ports: [rtmpPort, httpPort],
    encoderUrl: (stream) => `rtmp://127.0.0.1:${rtmpPort}/live/${stream}`,
    playbackUrl: (stream) => `http://127.0.0.1:${httpPort}/live/${stream}.flv`,
  })
}

/** A file of a package that need not be installed. */
export function findPackageFile(name: string): string | null {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    return null
  }
}

async function start(
  command: string,
  args: string[],
  { ports, ...server }: Pick<OtherServer, 'name' | 'encoderUrl' | 'playbackUrl'> & { ports: number[] },
): Promise<OtherServer> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-2_000)))
  const ended = once(child, 'close')
  const deadline = performance.now() + startWithinMs
  while (!(await Promise.all(ports.map(listens))).every(Boolean)) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`${command} does not listen: ${errors}`)
    await wait(100)
  }
  return {
    ...server,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function listens(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1')
  socket.on('connect', () => resolve(true))
  socket.on('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
