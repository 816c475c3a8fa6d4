import { defineCommand, UsageError } from './command.ts'
import { print, table } from './print.ts'

/** Lists the databases that are stored outside their data directories. */
export const listClusters = defineCommand({
  name: 'clusters list',
  summary: 'List the embedded databases outside their data directories, as root creates them',
  positionals: {},
  options: { json: { description: 'print JSON lines' } },
  async run({ json }) {
    const { listStoredClusters } = await import('../infra/db/embedded/stored-clusters.ts')
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
export const pruneClusters = defineCommand({
  name: 'clusters prune',
  summary: 'Delete the databases of "clusters list" that are unused',
  positionals: {},
  options: { yes: { description: 'confirm that the data directories are deleted, and not only unmounted' } },
  async run({ yes }) {
    const { deleteStoredCluster, listStoredClusters } = await import('../infra/db/embedded/stored-clusters.ts')
    const unused = (await listStoredClusters()).filter(({ isUsed }) => !isUsed)
    if (unused.length > 0 && !yes)
      throw new UsageError(
        `This deletes ${unused.length} databases for good. See onair clusters list, and confirm with --yes.`,
      )
    for (const cluster of unused) {
      await deleteStoredCluster(cluster)
      print(`Deleted ${cluster.directory}`)
    }
    if (unused.length === 0) print('There are no unused databases.')
  },
})
