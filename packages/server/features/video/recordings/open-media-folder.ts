import { hash } from 'node:crypto'
import { join } from 'node:path'
import { MediaFolder } from '../../../infra/files/media-folder.ts'
import type { Deps } from '../../../infra/deps.ts'

/**
 * The storage of recordings and clips; null where nothing is recorded. Installations that share a folder have folders of
 * their own in it: one never deletes the files of another.
 */
export function openMediaFolder({ config, dataKey, policy }: Pick<Deps, 'config' | 'dataKey' | 'policy'>) {
  const { recordingsDir, dataDir, ephemeral } = config
  const byDefault = policy.recordsByDefault && !ephemeral ? join(dataDir, 'recordings') : null
  const path = recordingsDir ?? byDefault
  return path === null ? null : new MediaFolder(join(path, hash('sha256', dataKey).slice(0, 16)))
}
