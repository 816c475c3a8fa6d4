import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { rewriteImports, type EmittedModule } from './modules.ts'
import { readManifest } from './packages.ts'
import { usePlainSchemas } from './plain-schemas.ts'

/** The declarations of these modules and of those that they import, as `tsc` emits them. */
export function emitDeclarations(entries: readonly string[], contains: readonly string[]): EmittedModule[] {
  // Below node_modules, so that the compiler finds packages as in the repository.
  const dir = mkdtempSync('node_modules/.declarations-')
  try {
    compile(entries, contains, dir)
    const declarations = new Map<string, EmittedModule>()
    const waiting = [...entries]
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const target = path.replace(/\.ts$/, '.d.ts')
      if (declarations.has(target)) continue
      const text = readFileSync(join(dir, 'out', target), 'utf8')
      const singleQuoted = text.replaceAll(/(\bfrom |\bimport\(|^import )"([^"\n]+)"/gm, "$1'$2'")
      const { code, imports } = rewriteImports(singleQuoted, path, contains)
      declarations.set(target, { path: target, code, imports })
      waiting.push(...imports.files)
    }
    return usePlainSchemas([...declarations.values()])
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

function compile(entries: readonly string[], contains: readonly string[], dir: string): void {
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: resolve('.'),
    outDir: resolve(dir, 'out'),
    // A module found through node_modules counts as a package, and the compiler does not emit it.
    paths: Object.fromEntries(contains.flatMap(exportedPaths)),
  }
  const project = {
    extends: resolve('tsconfig.json'),
    compilerOptions,
    include: [],
    files: entries.map((path) => resolve(path)),
  }
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify(project))
  const { status, stdout, error } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', dir], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`tsc cannot emit the declarations: ${error?.message ?? stdout}`)
}

function exportedPaths(workspace: string): [specifier: string, files: string[]][] {
  const { name, exports = {} } = readManifest(workspace)
  return Object.entries(exports).map(([path, file]) => [`${name}${path.slice(1)}`, [resolve(workspace, file)]])
}
