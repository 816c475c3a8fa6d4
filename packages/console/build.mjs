// Builds the console if its sources have changed. Requires Node 20 or newer. npm runs it after `npm ci`, and before
// `npm start` and `npm test`.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../..')
const outputFolder = join(here, 'dist')
const timeoutMs = 120_000

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) buildConsole()

/** Whether the console is built from the current sources. */
export function isConsoleBuilt(fingerprint = hashSources()) {
  const file = join(outputFolder, '.built-from')
  return existsSync(file) && readFileSync(file, 'utf8') === fingerprint
}

/** Ends the process when the build fails. A production install has no build tools. */
export function buildConsole() {
  const fingerprint = hashSources()
  if (isConsoleBuilt(fingerprint)) return
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  if (!existsSync(vite))
    return console.error(
      'The console is not built: `npm ci` builds it, `npm ci --omit=dev` alone installs no build tools.',
    )
  const startedAt = Date.now()
  console.error('Building the console (some seconds, after a change of it) …')
  const temporaryFolder = join(here, `.building-${process.pid}`)
  const node = [join(root, 'node_modules/.bin/node'), process.execPath].find((path) => existsSync(path))
  const args = [vite, 'build', here, '--outDir', temporaryFolder, '--emptyOutDir', '--logLevel', 'error']
  const { status, error } = spawnSync(node, args, { stdio: ['ignore', 2, 2], timeout: timeoutMs })
  if (status !== 0) {
    rmSync(temporaryFolder, { recursive: true, force: true })
    fail(error?.message ?? `vite build ended with ${status}`)
  }
  writeFileSync(join(temporaryFolder, '.built-from'), fingerprint)
  rmSync(outputFolder, { recursive: true, force: true })
  renameSync(temporaryFolder, outputFolder)
  console.error(`Built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`)
}

/** A hash of the console's sources, of the folders and files that it imports, and of package-lock.json. */
function hashSources() {
  const imported = ['packages/contract', 'packages/sdk', 'packages/styles', 'packages/overlays', 'docs/api'].map(
    (name) => join(root, name),
  )
  const others = ['docs/api/changes.md', 'docs/api/changes.ko.md', 'package-lock.json'].map((name) => join(root, name))
  const files = [...[here, ...imported].flatMap(filesIn), ...others]
  const hash = createHash('sha256')
  for (const file of files.sort((a, b) => (a < b ? -1 : 1)))
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return /^(dist|node_modules|\..*)$/.test(entry.name) ? [] : filesIn(path)
    return /\.test\.ts$|\.md$/.test(entry.name) ? [] : [path]
  })
}

function fail(reason) {
  console.error(`The console could not be built: ${reason}. Try \`npm run build\`.`)
  process.exit(1)
}
