import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { globSync, mkdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

// Checks that the server stands alone: in a copy of the tree without the sandbox, the command line and the laboratory, its
// files and tests compile with the support files that they import, and its tests pass. Arguments are patterns of test files: then
// only those run, and the files are not compiled again after `npm run check`, but listed: none may be of what is left out.

const left = ['sandbox', 'cli', 'lab']
const root = fileURLToPath(new URL('..', import.meta.url))
const copy = await mkdtemp(join(tmpdir(), 'onair-server-alone-'))
process.once('exit', () => process.stdout.write(`${process.exitCode ? 'failed' : 'passed'}\n`))

try {
  const leftFolders = left.map((name) => join(root, 'packages', name))
  for (const name of await readdir(root)) {
    if (['node_modules', '.git'].includes(name)) continue
    const filter = (source: string) => !leftFolders.includes(source) && basename(source) !== 'node_modules'
    await cp(join(root, name), join(copy, name), { recursive: true, filter, verbatimSymlinks: true })
  }
  await linkModules('node_modules')
  for (const folder of globSync('packages/*/node_modules', { cwd: root }))
    if (!left.includes(basename(dirname(folder)))) await linkModules(folder)

  const patterns = process.argv.slice(2)
  const from = patterns.length > 0 ? root : copy
  const include = ['packages/server', 'tests/support/**/*.d.ts'].map((path) => join(from, path))
  await writeFile(join(copy, 'tsconfig.server.json'), JSON.stringify({ extends: './tsconfig.json', include }))
  if (patterns.length > 0) listFiles()
  else run('node_modules/.bin/tsc', '-p', 'tsconfig.server.json')
  run(
    process.execPath,
    'tests/support/run-tests.ts',
    ...(patterns.length > 0 ? patterns : ['packages/server/**/*.test.ts']),
  )
} finally {
  await rm(copy, { recursive: true, force: true })
}

/** Links what is installed. Packages of this repository lead into the copy, and those that are left out are missing. */
async function linkModules(folder: string) {
  mkdirSync(join(copy, folder, '@onair'), { recursive: true })
  for (const name of await readdir(join(root, folder))) {
    if (name !== '@onair' && name !== '.cache') await symlink(join(root, folder, name), join(copy, folder, name))
  }
  for (const path of globSync(`${folder}/@onair/*`, { cwd: root })) {
    const target = relative(root, realpathSync(join(root, path)))
    if (!left.some((name) => target === join('packages', name))) await symlink(join(copy, target), join(copy, path))
  }
}

/** Fails where a file of the server, or one that it imports, is of a package that is left out. */
function listFiles() {
  const args = ['-p', 'tsconfig.server.json', '--listFilesOnly']
  const { status, stdout } = spawnSync('node_modules/.bin/tsc', args, { cwd: copy, encoding: 'utf8', maxBuffer: 1e7 })
  const files = stdout.split('\n').map((file) => relative(realpathSync(root), file.trim()))
  const wrong = files.filter((file) => left.some((name) => file.startsWith(join('packages', name, '/'))))
  for (const file of wrong) process.stderr.write(`The server imports ${file}.\n`)
  if (status !== 0) process.stderr.write(stdout)
  if (status !== 0 || !files.includes('packages/server/roles.ts') || wrong.length > 0) process.exitCode = 1
}

function run(command: string, ...args: string[]) {
  if (process.exitCode) return
  process.exitCode = spawnSync(command, args, { cwd: copy, stdio: 'inherit' }).status ?? 1
}
