// Runs before `npm start`, `npm test` and `npm run dev`, on Node 20 or newer: installs the packages when package-lock.json
// has changed, and builds the console when its sources have changed.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { buildConsole, isConsoleBuilt } from './packages/console/build.mjs'

const [lock, installed] = ['package-lock.json', 'node_modules/.package-lock.json']

requireNode()
if (!isInstalled() || !isConsoleBuilt()) await waitForOtherStarts()
// `npm ci` builds the console too, and ends this process.
if (isInstalled()) buildConsole()
else runNpmCi()

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 7)) return
  const { optionalDependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'))
  if (Object.hasOwn(optionalDependencies, `node-${process.platform}-${process.arch}`)) return
  console.error(
    `Onair requires Node 24.7 or newer; this is Node ${process.versions.node}. The packages include no Node for ${process.platform}-${process.arch}. Install Node 24 and try again.`,
  )
  process.exit(1)
}

function isInstalled() {
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs
}

/**
 * Two starts at once would install into the same folder, so each holds a socket whose name depends on the folder. The
 * kernel frees it when the process ends, however it ends.
 */
async function waitForOtherStarts() {
  const hash = createHash('sha256').update(process.cwd()).digest()
  // Linux has names that are not files. Elsewhere it is a port, which another program could hold too.
  const address =
    process.platform === 'linux'
      ? { path: `\0onair-install-${hash.toString('hex')}` }
      : { port: 10_000 + (hash.readUInt32BE() % 20_000), host: '127.0.0.1' }
  for (let isWaiting = false; ; isWaiting = true) {
    const server = createServer().unref()
    const code = await new Promise((resolve) => {
      server.once('error', (error) => resolve(error.code)).listen(address, () => resolve(null))
    })
    if (code !== 'EADDRINUSE') return
    const held = 'port' in address ? ` (it holds port ${address.port})` : ''
    if (!isWaiting) console.error(`Another start is installing${held}; waiting …`)
    await wait(200)
  }
}

/** Runs npm in this process, so that nothing is left behind when this process is stopped. */
function runNpmCi() {
  const npm = process.env.npm_execpath ?? ''
  if (!npm.endsWith('npm-cli.js')) {
    console.error('The packages are not installed. Run `npm ci`.')
    process.exit(1)
  }
  console.error('Installing the packages (up to a minute, once) …')
  // npm writes this file last, but does not remove it first.
  rmSync(installed, { force: true })
  process.argv = [process.execPath, npm, 'ci', '--loglevel=error']
  createRequire(import.meta.url)(npm)
}
