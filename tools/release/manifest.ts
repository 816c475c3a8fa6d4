import { readFileSync } from 'node:fs'
import { readManifest, publishedName, type ReleasePackage } from './packages.ts'

const { version, packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  version: string
  packages: Record<string, { version?: string }>
}

/** The version of all packages. */
export const releaseVersion = version

/** The manifest of a published package: exact versions, no scripts, no workspaces. */
export function releaseManifest(
  { name, workspace, contains, hasDeclarations, keywords, node }: ReleasePackage,
  importedPackages: ReadonlySet<string>,
): object {
  const { description, license, bin, exports, peerDependencies, optionalDependencies } = readManifest(workspace)
  const exactVersions = (names: string[]) =>
    Object.fromEntries(names.toSorted().map((name) => [name, exactVersion(name, workspace)]))
  return {
    name,
    version,
    description,
    keywords,
    license,
    type: 'module',
    engines: { node },
    ...(bin && {
      bin: Object.fromEntries(Object.entries(bin).map(([command, file]) => [command, `./${workspace}/${file}`])),
    }),
    exports: {
      ...Object.fromEntries(
        Object.entries(exports ?? {}).map(([path, file]) => [
          path,
          exportTarget(`./${workspace}/${file.slice(2)}`, hasDeclarations),
        ]),
      ),
      './package.json': './package.json',
    },
    dependencies: exactVersions([...importedPackages].filter((imported) => declares(contains, imported))),
    ...(peerDependencies && { peerDependencies }),
    ...(optionalDependencies && { optionalDependencies: exactVersions(Object.keys(optionalDependencies)) }),
  }
}

function exportTarget(file: string, hasDeclarations: boolean): string | object {
  const [types, module] = ['.d.ts', '.js'].map((extension) => file.replace(/\.ts$/, extension))
  return hasDeclarations ? { types, default: module } : module!
}

/** Throws for a package that the source of a workspace imports without declaring it. */
function declares(contains: readonly string[], imported: string): true {
  const declared = contains
    .map((workspace) => readManifest(workspace))
    .flatMap(({ dependencies = {}, peerDependencies = {} }) => [
      ...Object.keys(dependencies),
      ...Object.keys(peerDependencies),
    ])
  if (!declared.map(publishedName).includes(imported))
    throw new Error(`${imported} is imported, and no dependency of ${contains.join(', ')}.`)
  return true
}

/** The version that package-lock.json has, which the tests run with. */
function exactVersion(name: string, workspace: string): string {
  if (name === 'onair' || name.startsWith('@onair/')) return version
  const found = locked[`${workspace}/node_modules/${name}`] ?? locked[`node_modules/${name}`]
  if (found?.version === undefined) throw new Error(`package-lock.json has no version of ${name}.`)
  return found.version
}
