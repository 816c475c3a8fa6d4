import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createTestAuthority } from './certificates.ts'
import { eventually } from '../eventually.ts'
import { findFreePort } from './port.ts'

export const proxyKinds = ['caddy', 'nginx'] as const
export type ProxyKind = (typeof proxyKinds)[number]
/** The ports of the processes behind the proxy. */
type Targets = { apis: readonly number[]; gateways: readonly number[] }

/** Why tests with this proxy are skipped, or false. */
export function missingProxy(kind: ProxyKind): string | false {
  const isInstalled = spawnSync(kind, [kind === 'caddy' ? 'version' : '-v']).status === 0
  return !isInstalled && `${kind} is not installed`
}

export type Proxy = AsyncDisposable & { url: string; port: number; ca: string }

/** Runs a proxy with its file of `deploy/`, on a port of this machine, in front of processes. */
export async function openProxy(kind: ProxyKind, targets: Targets): Promise<Proxy> {
  await using opening = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), `onair-${kind}-`))
  opening.defer(() => rmSync(folder, { recursive: true }))
  const file = (name: string) => join(folder, name)
  const authority = await createTestAuthority()
  const { cert, key } = await authority.issueCertificate('localhost')
  writeFileSync(file('cert.pem'), cert)
  writeFileSync(file('key.pem'), key)
  writeFileSync(file('ca.pem'), authority.ca)
  setDefaultCACertificates([...getCACertificates('default'), authority.ca])
  const port = await findFreePort()
  const prepare = kind === 'caddy' ? prepareCaddy : prepareNginx
  const { command, env = {} } = prepare({ file, port, targets })
  const [program = '', ...args] = command
  const proxy = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } })
  let stderr = ''
  proxy.stderr.on('data', (text) => (stderr += String(text)))
  const ended = once(proxy, 'exit')
  opening.defer(async () => {
    proxy.kill('SIGTERM')
    await ended
  })
  const url = `https://localhost:${port}`
  await eventually(async () => {
    assert.equal(proxy.exitCode, null, stderr)
    assert.equal((await fetch(`${url}/ingest/v1/publish`)).status, 403)
  })
  const opened = opening.move()
  return { url, port, ca: file('ca.pem'), [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

type Preparation = { file: (name: string) => string; port: number; targets: Targets }
type PreparedProxy = { command: string[]; env?: Record<string, string> }

const joinPorts = (ports: readonly number[], write = (address: string) => address) =>
  ports.map((port) => write(`127.0.0.1:${port}`)).join(' ')

const replaceServers = (text: string, upstream: string, ports: readonly number[]) =>
  text.replace(
    new RegExp(`(upstream ${upstream} \\{[^}]*?)server 127\\.0\\.0\\.1:4747 max_fails=0;`),
    (_, before: string) => before + joinPorts(ports, (address) => `server ${address} max_fails=0;`),
  )

function prepareNginx({ file, port, targets: { apis, gateways } }: Preparation): PreparedProxy {
  let server = readFileSync('deploy/nginx.conf', 'utf8')
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('onair.example.com', 'localhost')
    .replace('/etc/ssl/onair.pem', file('cert.pem'))
    .replace('/etc/ssl/onair.key', file('key.pem'))
  server = replaceServers(server, 'onair_api', apis)
  server = replaceServers(server, 'onair_gateway', gateways)
  assert.ok(!server.includes('4747;') && !server.includes('4747 max'), server)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${file(kind)};`,
  )
  const http = `http { access_log off; ${temporary.join(' ')}\n${server}}`
  // Otherwise the workers of a proxy that root starts could not write to the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(file('nginx.conf'), `${user} daemon off; pid ${file('pid')}; events {}\n${http}\n`)
  return { command: ['nginx', '-e', file('error.log'), '-c', file('nginx.conf')] }
}

function prepareCaddy({ file, port, targets: { apis, gateways } }: Preparation): PreparedProxy {
  const site = readFileSync('deploy/Caddyfile', 'utf8')
    .replace('{\n', `{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n`)
    .replace('{$DOMAIN} {\n', `{$DOMAIN} {\n\ttls ${file('cert.pem')} ${file('key.pem')}\n`)
  writeFileSync(file('Caddyfile'), site)
  const env = {
    DOMAIN: `localhost:${port}`,
    API: joinPorts(apis),
    GATEWAY: joinPorts(gateways),
    XDG_CONFIG_HOME: file(''),
    XDG_DATA_HOME: file(''),
  }
  return { command: ['caddy', 'run', '--adapter', 'caddyfile', '--config', file('Caddyfile')], env }
}
