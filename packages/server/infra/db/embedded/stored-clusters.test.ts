import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { deleteDataDirectory } from './data-directory.ts'
import { lockDirectory } from './directory-lock.ts'
import { deleteStoredCluster, listStoredClusters } from './stored-clusters.ts'
import { createTempFolder } from './test-helpers.ts'

/** Creates a cluster directory with 1,000 bytes for a data directory. */
function createCluster(root: string, name: string, dataDir: string): string {
  const directory = join(root, name)
  mkdirSync(join(directory, 'postgres'), { recursive: true })
  writeFileSync(join(directory, 'postgres', 'base'), Buffer.alloc(1_000))
  writeFileSync(join(directory, 'owner.txt'), `${dataDir}\n`)
  return directory
}

function createDataDirectory(dir: string, cluster: string) {
  mkdirSync(dir)
  writeFileSync(join(dir, 'postgres-location.txt'), `${cluster}\n`)
}

test('clusters whose data directory is gone or names another one are listed as unused, and can be deleted', async () => {
  using folder = createTempFolder()
  const root = join(folder.path, 'clusters')
  assert.deepEqual(await listStoredClusters(root), [])
  const [live, gone] = [join(folder.path, 'live'), join(folder.path, 'gone')]
  const directories = { replaced: live, running: gone, used: live, deleted: gone }
  for (const [name, dataDir] of Object.entries(directories)) createCluster(root, name, dataDir)
  createDataDirectory(live, join(root, 'used'))

  const clusters = await listStoredClusters(root)
  assert.deepEqual(
    clusters.map(({ directory, dataDir, isUsed }) => [directory.slice(root.length + 1), dataDir, isUsed]),
    [
      ['deleted', gone, false],
      ['replaced', live, false],
      ['running', gone, false],
      ['used', live, true],
    ],
  )
  assert.ok(clusters.every(({ bytes }) => bytes >= 1_000))

  using _ = lockDirectory(join(root, 'running'))
  const [deleted, replaced, running] = clusters
  assert.ok(deleted && replaced && running)
  await deleteStoredCluster(deleted)
  await deleteStoredCluster(replaced)
  await assert.rejects(deleteStoredCluster(running), /is in use by process/)
  assert.deepEqual(readdirSync(root).sort(), ['running', 'used'])
})

test('deleting a temporary data directory deletes the cluster that it names', async () => {
  using folder = createTempFolder()
  const dir = join(folder.path, 'data')
  createDataDirectory(dir, createCluster(folder.path, 'cluster', dir))
  await deleteDataDirectory(dir)
  assert.deepEqual(readdirSync(folder.path), [])
})
