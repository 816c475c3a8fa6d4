import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { releaseNotes } from './changelog.ts'
import { emitDeclarations } from './declarations.ts'
import { releaseManifest, releaseVersion } from './manifest.ts'
import { emitModules } from './modules.ts'
import { releasePackages, type ReleasePackage } from './packages.ts'

// Makes the packages that are published, with their part of the changelog and a bill of materials: npm run release.

const outputFolder = 'dist/release'

process.chdir(new URL('../..', import.meta.url).pathname)
rmSync(outputFolder, { recursive: true, force: true })
mkdirSync(outputFolder, { recursive: true })
for (const releasePackage of releasePackages) printFile(packPackage(releasePackage))
const changesets = globSync('.changeset/*.md')
  .filter((file) => !file.endsWith('README.md'))
  .toSorted()
  .map((file) => readFileSync(file, 'utf8'))
const notes = releaseNotes(readFileSync('CHANGELOG.md', 'utf8'), releaseVersion, changesets)
printFile(writeOutput(`CHANGELOG-${releaseVersion}.md`, notes))
printFile(writeOutput(`onair-${releaseVersion}.cdx.json`, billOfMaterials()))

/** Writes the files of a package and returns the path of its tarball. */
function packPackage(releasePackage: ReleasePackage): string {
  const { name, workspace, entries, assets, contains, hasDeclarations } = releasePackage
  const folder = join(outputFolder, 'packages', name)
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const modules = [...emitModules(entries, contains), ...(hasDeclarations ? emitDeclarations(entries, contains) : [])]
  for (const { path, code } of modules) write(path, code)
  for (const path of assets.flatMap((pattern) => globSync(pattern)))
    if (statSync(path).isFile()) cpSync(path, join(folder, path))
  // Modules of the server import it for the version.
  if (workspace === 'packages/cli')
    write('packages/server/package.json', formatJson({ type: 'module', version: releaseVersion }))
  write(
    'package.json',
    formatJson(releaseManifest(releasePackage, new Set(modules.flatMap(({ imports }) => imports.packages)))),
  )
  write('README.md', withoutOuterLinks(readFileSync(`${workspace}/README.md`, 'utf8')))
  cpSync('LICENSE', join(folder, 'LICENSE'))
  return pack(folder)
}

/** Links to files that the package does not contain become text. */
function withoutOuterLinks(markdown: string): string {
  return markdown.replaceAll(/\[([^\]\n]+)\]\(\.\.\/[^)\n]+\)/g, '$1')
}

function pack(folder: string): string {
  const options = ['--pack-destination', outputFolder, '--json', '--ignore-scripts', '--loglevel=error']
  const packed: unknown = JSON.parse(runNpm('pack', `./${folder}`, ...options))
  const [tarball] = Object.values(packed as Record<string, { filename: string }>)
  return join(outputFolder, tarball!.filename)
}

/** Lists what a user of the packages runs: their dependencies, and those that are built into the console. */
function billOfMaterials(): string {
  const workspaces = ['cli', 'sdk', 'testing', 'console'].map((name) => `--workspace=@onair/${name}`)
  const bill = JSON.parse(
    runNpm('sbom', '--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx', ...workspaces),
  ) as { metadata: { component: Record<string, unknown> } }
  bill.metadata.component['name'] = 'onair'
  return formatJson(bill)
}

function runNpm(...args: string[]): string {
  return execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'inherit'] })
}

function writeOutput(name: string, text: string): string {
  writeFileSync(join(outputFolder, name), text)
  return join(outputFolder, name)
}

function printFile(path: string) {
  process.stdout.write(`${path} (${Math.ceil(statSync(path).size / 1024)} kB)\n`)
}

function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
