// Runs before `npm start` and `npm test`, on Node 20 or newer. Installs the packages and builds the console if needed.
import { spawn } from 'node:child_process'
import { existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { constants } from 'node:os'
import { buildConsole, isConsoleBuilt } from './packages/console/build.mjs'

const [lock, installed] = ['package-lock.json', 'node_modules/.package-lock.json']
/** The lock of the start that installs. A relative path, because that of a socket is limited to about 100 bytes. */
const lockSocket = '.installing'
/** How long `npm ci` may take to end after a signal. */
const stopTimeoutMs = 20_000

/** The running `npm ci`. */
let npmCi = null
/** The signal that ends this process when `npm ci` has ended. */
let stopSignal = null

if (!isInstalled() || !isConsoleBuilt()) {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => stop(name))
  const server = await acquireLock()
  // Another start may have installed the packages in the meantime.
  if (!isInstalled()) await install(server)
  requireNode()
  buildConsole()
  server?.close()
} else requireNode()

function isInstalled() {
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs
}

function requireNode() {
  if (existsSync('node_modules/.bin/node') || !isOlder(process.versions.node, '24.7.0')) return
  console.error(
    `Onair requires Node 24.7 or newer; this is Node ${process.versions.node}. The packages include no Node for ${process.platform}-${process.arch}. Install Node 24 and try again.`,
  )
  process.exit(1)
}

/**
 * Waits while another start installs. The kernel closes the socket of a process that ended, so a lock is never stale. Null
 * where the folder cannot have a socket.
 */
async function acquireLock() {
  for (let waited = false; ;) {
    const server = createServer((connection) => connection.on('error', () => {}).unref())
    const error = await new Promise((resolve) => {
      server.once('error', resolve).listen(lockSocket, () => resolve(null))
    })
    if (error === null) return server.unref()
    if (error.code !== 'EADDRINUSE') return null
    const holder = await connectTo(lockSocket)
    if (holder === null) await removeAbandonedLock()
    else {
      if (!waited) console.error('Another start is installing; waiting …')
      waited = true
      await new Promise((resolve) => holder.on('close', resolve).resume())
    }
  }
}

/** Removes the socket of a process that ended. If another start has replaced it in the meantime, puts it back. */
async function removeAbandonedLock() {
  const moved = `${lockSocket}-${process.pid}`
  try {
    renameSync(lockSocket, moved)
    const holder = await connectTo(moved)
    if (holder !== null) linkSync(moved, lockSocket)
    holder?.destroy()
    rmSync(moved)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(error.code)) throw error
  }
}

/** A connection to a socket, or null if no process listens. */
function connectTo(path) {
  return new Promise((resolve) => {
    const connection = connect(path)
    connection.on('error', () => resolve(null)).once('connect', () => resolve(connection))
  })
}

async function install(server) {
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  console.error('Installing the packages (about 20 seconds, once) …')
  const progress = setInterval(() => console.error(`  still installing, ${seconds()} s`), 5_000)
  // npm writes this file last, but does not remove it first.
  rmSync(installed, { force: true })
  const code = await runNpmCi(server)
  clearInterval(progress)
  if (code !== 0 || stopSignal !== null) rmSync(installed, { force: true })
  if (stopSignal !== null) {
    console.error('The installation was interrupted. The next start begins it again.')
    process.exit(128 + constants.signals[stopSignal])
  }
  if (code !== 0) {
    console.error(`Cannot install the packages (npm ci: ${code}). Run \`npm ci --loglevel=verbose\` for details.`)
    process.exit(1)
  }
  console.error(`Installed in ${seconds()} s.`)
}

/** Resolves with the exit code, a signal or an error message. */
function runNpmCi(server) {
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []]
  return new Promise((resolve) => {
    npmCi = spawn(command, [...args, 'ci', '--loglevel=error', '--no-progress'], {
      // It has the socket too: if only this process is killed, the next start waits for it.
      stdio: ['ignore', 2, 2, server?._handle.fd ?? 'ignore'],
      // Ctrl+C in a terminal reaches it once, from here.
      detached: true,
    })
    npmCi.on('error', (error) => resolve(error.message)).on('close', (code, signal) => resolve(code ?? signal))
  })
}

/** Ends this process, after `npm ci` if it runs. A second signal kills `npm ci`. */
function stop(name) {
  if (npmCi === null) process.exit(128 + constants.signals[name])
  const isFirst = stopSignal === null
  stopSignal ??= name
  signalNpmCi(isFirst ? name : 'SIGKILL')
  setTimeout(() => signalNpmCi('SIGKILL'), stopTimeoutMs).unref()
}

function signalNpmCi(name) {
  try {
    process.kill(-npmCi.pid, name)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

function isOlder(version, wanted) {
  const [a, b] = [version, wanted].map((text) => text.split('.').map(Number))
  return a[0] !== b[0] ? a[0] < b[0] : a[1] < b[1]
}
