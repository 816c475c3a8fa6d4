import { hash } from 'node:crypto'
import { join } from 'node:path'
import { MediaFolder } from '../../../infra/files/media-folder.ts'
import { S3Bucket } from '../../../infra/files/s3-bucket.ts'
import type { Deps } from '../../../infra/deps.ts'

/**
 * The folder of recordings and clips; null where nothing is recorded. Installations that share a folder or a bucket have folders of
 * their own in it: one never deletes the files of another.
 */
export function openMediaFolder({ config, dataKey, policy }: Pick<Deps, 'config' | 'dataKey' | 'policy'>) {
  const { recordingsDir, dataDir, ephemeral } = config
  const byDefault = policy.recordsByDefault && !ephemeral ? join(dataDir, 'recordings') : null
  const path = recordingsDir ?? byDefault
  return path === null ? null : new MediaFolder(join(path, nameOf(dataKey)))
}

/** The S3 service to which the files of the folder go when they are complete; null: they stay. */
export function openBucket({ clock, config, dataKey }: Pick<Deps, 'clock' | 'config' | 'dataKey'>) {
  const { recordingsS3Url } = config
  return recordingsS3Url === null ? null : new S3Bucket(recordingsS3Url, nameOf(dataKey), clock)
}

function nameOf(dataKey: Deps['dataKey']): string {
  return hash('sha256', dataKey).slice(0, 16)
}
