import type { consoleApi, ContentOf } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import type { MediaFolder } from '../../infra/files/media-folder.ts'
import { utcSecondOrNull } from '../../shared/dates.ts'
import { findMissingRoles, findProblems, isSilent } from './overview-rules.ts'
import { loadOverview } from './overview-store.ts'
import { listProcesses } from './process-store.ts'
import { loadFileBytes, loadSizes, pictureTables } from './retention-store.ts'

const dayMs = 86_400_000

export type SiteOverview = ContentOf<typeof consoleApi.admin.getSiteOverview>

/** How the site does, for the people who run it. `folder`: that of the recordings. */
export async function getSiteOverview(
  { clock, config, db, version }: Pick<Deps, 'clock' | 'config' | 'db' | 'version'>,
  folder: Pick<MediaFolder, 'freeBytes'> | null,
): Promise<SiteOverview> {
  const now = clock.now()
  const counts = await loadOverview(db.read, { now, since: now - dayMs, alarmsSince: now - 7 * dayMs })
  const { lastBackupAt, lastBackupCopyAt, ...current } = counts
  const processes = (await listProcesses(db.read)).map((process) => ({
    ...process,
    roles: process.roles.split(','),
    isSilent: isSilent(process),
  }))
  const freeBytes = (await folder?.freeBytes()) ?? null
  const pictures = await loadSizes(db.read, pictureTables)
  return {
    version,
    ...current,
    recordingBytes: (await loadFileBytes(db.read, 'recording')) + (await loadFileBytes(db.read, 'clip')),
    pictureBytes: pictures.reduce((sum, { bytes }) => sum + bytes, 0),
    freeBytes,
    hasRedis: config.redisUrl !== null,
    processes,
    missingRoles: findMissingRoles(processes),
    lastBackupDate: utcSecondOrNull(lastBackupAt),
    lastBackupCopyDate: utcSecondOrNull(lastBackupCopyAt),
    problems: findProblems({ now, processes, ...current.waiting, lastBackupAt, lastBackupCopyAt, freeBytes }),
  }
}
