import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import module from 'node:module'
import { publishedName, readManifest } from './packages.ts'

/** A module as it is published. */
export type EmittedModule = { path: string; code: string; imports: Imports }
type Imports = {
  /** Paths in the repository. */
  files: string[]
  /** Names of packages. */
  packages: string[]
}

/** The modules that the entries import, directly and indirectly, as JavaScript. */
export function emitModules(entries: readonly string[], contains: readonly string[]): EmittedModule[] {
  const emitted = new Map<string, EmittedModule>()
  const waiting = [...entries]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (emitted.has(path)) continue
    const module = emitModule(path, contains)
    emitted.set(path, module)
    waiting.push(...module.imports.files)
  }
  return [...emitted.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** Strips the types, so that lines and columns stay, and names the emitted modules in imports. */
function emitModule(path: string, contains: readonly string[]): EmittedModule {
  const source = readFileSync(path, 'utf8')
  if (!path.endsWith('.ts')) return { path, code: source, imports: { files: [], packages: [] } }
  const { code, imports } = rewriteImports(module.stripTypeScriptTypes(source), path, contains)
  return { path: path.replace(/\.ts$/, '.js'), code, imports }
}

/** Replaces `.ts` by `.js`, and the names of contained workspaces by relative paths. */
export function rewriteImports(code: string, path: string, contains: readonly string[]) {
  const imports: Imports = { files: [], packages: [] }
  const rewritten = code.replaceAll(specifierPattern, (all, before: string, specifier: string) => {
    if (specifier.startsWith('node:')) return all
    const file = specifier.startsWith('.') ? join(dirname(path), specifier) : findWorkspaceFile(specifier, contains)
    if (file === null) {
      const [, name = '', subpath = ''] = /^(@[^/]+\/[^/]+|[^/]+)(.*)$/.exec(specifier) ?? []
      imports.packages.push(publishedName(name))
      return `${before}${publishedName(name)}${subpath}'`
    }
    if (!existsSync(file)) throw new Error(`${path} imports ${specifier}, which does not exist.`)
    imports.files.push(file)
    const target = relative(dirname(path), file).replace(/\.ts$/, '.js')
    return `${before}${target.startsWith('.') ? target : `./${target}`}'`
  })
  return { code: rewritten, imports }
}

/** Static and dynamic imports, re-exports, paths of workspaces, and types of declarations. */
const specifierPattern =
  /((?:^|\n|[;{}\s])(?:import|export)\b[^'"`;()]*?\bfrom\s+'|(?:^|\n)import\s+'|\bimport\(\s*'|\.resolve\('(?=@onair\/))([^'\n]+)'/g

/** The path of an export of a workspace; null for a package. */
function findWorkspaceFile(specifier: string, contains: readonly string[]): string | null {
  for (const workspace of contains) {
    const { name, exports = {} } = readManifest(workspace)
    if (specifier !== name && !specifier.startsWith(`${name}/`)) continue
    const subpath = `.${specifier.slice(name.length)}`
    const target = exports[subpath] ?? (exports['./*'] && subpath)
    if (target === undefined) throw new Error(`${name} does not export ${specifier}.`)
    if (!['.ts', '.json'].includes(extname(target))) throw new Error(`${specifier} is not a module.`)
    return join(workspace, target)
  }
  return null
}
