import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'

/** A library for the public service, and the file of the project that names it. */
export type PublicServiceClient = { library: string; file: string }

const maxBytes = 256 * 1024
/** Libraries are named after the service; one is not. */
const isOfService = (name: string) => /chzzk|\bbuzzk\b/i.test(name)

/** How the libraries of a project are found in each file. The first group is the name. */
const files: readonly [file: string, findIn: (text: string) => string | undefined][] = [
  ['package.json', findInPackageJson],
  ['requirements.txt', (text) => text.split('\n').map(leadingName).find(isOfService)],
  ['pyproject.toml', findInPyproject],
  ['build.gradle', findInGradle],
  ['build.gradle.kts', findInGradle],
  ['pom.xml', findInPom],
]

/** The client of the public service that the project in a folder uses. Null if its files name none. */
export function findPublicServiceClient(folder: string): PublicServiceClient | null {
  for (const [file, findIn] of files) {
    const text = readStart(join(folder, file))
    const library = text === null ? undefined : findIn(text)
    if (library !== undefined) return { library, file }
  }
  return null
}

/** The line that says which wire profile the project in a folder needs, and how it gets it; null if that is not known. */
export function neededProfileLine(folder: string, command: string): string | null {
  const client = findPublicServiceClient(folder)
  if (client === null) return null
  return `${client.file} names ${client.library}, a client of the public service, which needs the wire profile observed: ${command}`
}

function findInPackageJson(text: string): string | undefined {
  try {
    const parsed = JSON.parse(text) as ({ name?: string } & Record<string, object | undefined>) | null
    // A clone of this repository: its tests use one.
    if (parsed?.name === 'onair') return undefined
    const lists = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
    const names = lists.flatMap((list) => Object.keys(parsed?.[list] ?? {}))
    return names.find(isOfService)
  } catch {
    return undefined
  }
}

/** Requirements are quoted in lists, and keys in tables of Poetry. The project's own name and texts do not count. */
function findInPyproject(text: string): string | undefined {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(?:#|(?:name|description|keywords|readme|version)\s*=)/.test(line))
  return lines
    .filter((line) => !line.includes('://'))
    .flatMap((line) => [line, ...quotedTexts(line)])
    .map(leadingRequirement)
    .find(isOfService)
}

/** `group:name:version`. */
function findInGradle(text: string): string | undefined {
  const modules = quotedTexts(text.replace(/\/\/[^\n]*/g, '')).map((each) => each.split(':'))
  const [group, name] = modules.find(([, each]) => each !== undefined && isOfService(each)) ?? []
  return name === undefined ? undefined : `${group}:${name}`
}

function findInPom(text: string): string | undefined {
  const dependencies = text.split('<dependency>').slice(1)
  return dependencies
    .map((each) => /<artifactId>([^<]*)<\/artifactId>/.exec(each.split('</dependency>', 1)[0] ?? '')?.[1]?.trim() ?? '')
    .find(isOfService)
}

function quotedTexts(text: string): string[] {
  return Array.from(text.matchAll(/["']([^"'\n]*)["']/g), ([, quoted = '']) => quoted)
}

/** The name at the start of a text; empty without one. */
function leadingName(text: string): string {
  return /^[\w@./-]*/.exec(text.trim())?.[0] ?? ''
}

/** The name at the start of a requirement or an assignment. Any other text after it makes it a sentence. */
function leadingRequirement(text: string): string {
  const name = leadingName(text)
  const [next = '='] = text.trim().slice(name.length).trim()
  return '=<>~!;['.includes(next) ? name : ''
}

/** The first bytes of a file; null if it cannot be read. */
function readStart(path: string): string | null {
  try {
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(maxBytes)
      return bytes.toString('utf8', 0, readSync(file, bytes))
    } finally {
      closeSync(file)
    }
  } catch {
    return null
  }
}
