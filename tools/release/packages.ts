import { readFileSync } from 'node:fs'

/** A package that is published. Its files keep their paths in the repository. Decision 1. */
export type ReleasePackage = {
  name: string
  /** Its workspace: description, dependencies, exports, README. */
  workspace: string
  /** Modules at which the search for its files begins. */
  entries: readonly string[]
  /** Files that no module imports, as patterns. */
  assets: readonly string[]
  /** Workspaces whose modules it contains. */
  contains: readonly string[]
  hasDeclarations: boolean
  node: string
  keywords: readonly string[]
}

export const releasePackages: readonly ReleasePackage[] = [
  {
    name: 'onair',
    workspace: 'packages/cli',
    entries: ['packages/cli/onair.mjs', 'packages/cli/main.ts'],
    assets: [
      'packages/sandbox/assets/*',
      'packages/server/assets/**/*',
      'packages/server/migrations/*.sql',
      'packages/server/shared/naming/confusables.txt',
      'packages/styles/*.css',
      'packages/console/dist/**/*',
      'docs/**/*.md',
      'docs/images/*',
      'CHANGELOG.md',
    ],
    contains: [
      'packages/cli',
      'packages/server',
      'packages/sandbox',
      'packages/lab',
      'packages/contract',
      'packages/sdk',
    ],
    hasDeclarations: false,
    // On a Node before 24.7, `onair.mjs` gets Node 24.
    node: '>=20',
    keywords: ['chzzk', 'live-streaming', 'sandbox', 'socket.io', 'webhooks'],
  },
  {
    name: '@onair/sdk',
    workspace: 'packages/sdk',
    entries: exportedFiles('packages/sdk'),
    assets: [],
    contains: ['packages/sdk', 'packages/contract'],
    hasDeclarations: true,
    node: '>=22',
    keywords: ['chzzk', 'live-streaming', 'socket.io', 'webhooks'],
  },
  {
    name: '@onair/testing',
    workspace: 'packages/testing/js',
    entries: exportedFiles('packages/testing/js'),
    assets: [],
    contains: ['packages/testing/js'],
    hasDeclarations: true,
    node: '>=22',
    keywords: ['chzzk', 'live-streaming', 'testing', 'vitest', 'webhooks'],
  },
]

export type Manifest = {
  name: string
  version: string
  description: string
  license: string
  bin?: Record<string, string>
  exports?: Record<string, string>
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export function readManifest(workspace: string): Manifest {
  return JSON.parse(readFileSync(`${workspace}/package.json`, 'utf8'))
}

/** The name under which a workspace is published. */
export function publishedName(workspaceName: string): string {
  return workspaceName === '@onair/cli' ? 'onair' : workspaceName
}

function exportedFiles(workspace: string): string[] {
  return Object.values(readManifest(workspace).exports ?? {}).map((file) => `${workspace}/${file.slice(2)}`)
}
