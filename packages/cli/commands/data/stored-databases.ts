import { defineCommand, UsageError } from '../../command.ts'
import { print, table } from '../../print.ts'

/** Lists the databases that are stored outside their data directories. */
export const listStoredDatabases = defineCommand({
  name: 'database list',
  summary: 'List the embedded databases that a program run as root stored outside the data directory',
  positionals: {},
  options: { json: { description: 'print JSON lines' } },
  async run({ json }) {
    const { listStoredClusters } = await import('@onair/server/infra/db/embedded/stored-clusters.ts')
    const clusters = await listStoredClusters()
    if (json) for (const cluster of clusters) print(JSON.stringify(cluster))
    else if (clusters.length === 0) print('There are none.')
    else
      print(
        table(
          clusters.map(({ directory, dataDir, bytes, isUsed }) => [
            directory,
            `${Math.ceil(bytes / 1e6)} MB`,
            isUsed ? `used by ${dataDir}` : `unused; created for ${dataDir ?? 'an unknown directory'}`,
          ]),
        ),
      )
  },
})

/** Deletes the databases that no data directory names. */
export const pruneStoredDatabases = defineCommand({
  name: 'database prune',
  summary: 'Delete those whose data directory no longer exists',
  positionals: {},
  options: {
    yes: {
      description: 'confirm the deletion; check first that the data directories are deleted and not only unmounted',
    },
  },
  async run({ yes }) {
    const { deleteStoredCluster, listStoredClusters } =
      await import('@onair/server/infra/db/embedded/stored-clusters.ts')
    const unused = (await listStoredClusters()).filter(({ isUsed }) => !isUsed)
    if (unused.length > 0 && !yes)
      throw new UsageError(
        `This deletes ${unused.length} databases for good. See onair database list, and confirm with --yes.`,
      )
    for (const cluster of unused) {
      await deleteStoredCluster(cluster)
      print(`Deleted ${cluster.directory}`)
    }
    if (unused.length === 0) print('There are no unused databases.')
  },
})
