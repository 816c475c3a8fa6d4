import { spawn } from 'node:child_process'
import { get, type IncomingMessage, type ServerResponse } from 'node:http'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { findFreePort } from '../tests/support/programs/port.ts'
import { formatLogLine } from './dev-log.ts'

/*
 * `npm run dev`: one address for pages with hot reload and for a server that restarts when one of its modules changes.
 * Vite listens there. It serves the modules of the console, and passes everything else to the server, which gets the address
 * as its ONAIR_BASE_URL: hosts, origins, cookies and the Content-Security-Policy are those of a server without Vite.
 *   npm run dev -- [--port 4747] [options of `onair serve`]
 */
const { values } = parseArgs({
  options: { port: { type: 'string', default: '4747' } },
  strict: false,
  args: process.argv.slice(2),
})
const port = Number(values.port)
const address = `http://127.0.0.1:${port}`
const serverPort = await findFreePort()
const target = `http://127.0.0.1:${serverPort}`

const root = fileURLToPath(new URL('../packages/console/', import.meta.url))
const vite = await createServer({
  root,
  configFile: `${root}vite.config.ts`,
  logLevel: 'warn',
  plugins: [servePages()],
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    cors: false,
    // Vite has the modules of the console. The built files are fonts and the old client of the overlays.
    proxy: { '^/(?!console(/|$))|^/console/(v1|assets)/': { target, ws: true } },
  },
})
await vite.listen()

const args = ['--watch', '--watch-preserve-output', 'packages/cli/main.ts', 'serve', '--port', String(serverPort)]
const others = process.argv.slice(2).filter((arg, at, all) => !arg.startsWith('--port') && all[at - 1] !== '--port')
const server = spawn(process.execPath, [...args, ...others], {
  stdio: ['inherit', 'inherit', 'pipe'],
  env: { ONAIR_LOG_LEVEL: 'info', ...process.env, ONAIR_BASE_URL: address },
})
createInterface({ input: server.stderr }).on('line', (line) => process.stderr.write(`${formatLogLine(line)}\n`))
// Ctrl+C in a terminal reaches the server too.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => server.kill())
server.on('exit', (code) => {
  process.exitCode = code ?? 0
  void vite.close()
})

/** Replaces the built modules of a page by those of Vite. */
function servePages(): Plugin {
  return {
    name: 'serve-pages',
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
        if (isPage) servePage(vite, request, response).catch(() => sendWaitPage(response))
        else next()
      })
    },
  }
}

async function servePage(vite: ViteDevServer, request: IncomingMessage, response: ServerResponse) {
  const page = await getPage(request)
  const html = await text(page)
  const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = page.headers
  const main = /src="\/console\/assets\/(index|overlay)-/.exec(html)?.[1]
  if (main === undefined) return response.writeHead(page.statusCode ?? 500, headers).end(html)

  const source = html
    .replaceAll(/ *<(script|link)[^>]*"\/console\/assets\/(?!fonts-)[^>]*>(<\/script>)?\n/g, '')
    .replace('</head>', `<script type="module" src="${modules[main]}"></script></head>`)
  // The scripts of Vite have the nonce of the page; those of the built page need none.
  const policy = String(headers['content-security-policy'])
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'development'
  headers['content-security-policy'] = policy
    .replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`)
    .replace(/style-src 'self'[^;]*/, `style-src 'self' 'nonce-${nonce}'`)
  const transformed = await vite.transformIndexHtml('/index.html', source)
  return response.writeHead(page.statusCode ?? 500, headers).end(transformed.replaceAll('__NONCE__', nonce))
}

const modules: Record<string, string> = { index: '/app/main.tsx', overlay: '/features/overlay/main.ts' }

/** The page of the server, with the Host header of the browser. */
function getPage({ url = '/', headers }: IncomingMessage): Promise<IncomingMessage> {
  const { 'accept-encoding': _encoding, ...kept } = headers
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(target + url, { headers: kept, agent: false }, resolve).on('error', reject)
  return promise
}

function sendWaitPage(response: ServerResponse) {
  response.writeHead(503, { 'content-type': 'text/html', refresh: '1' })
  response.end('<p>The server is starting …</p>')
}
