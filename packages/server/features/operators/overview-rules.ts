import type { SiteProblem } from '@onair/contract'
import { roles, type Role } from '../../config/parsers.ts'

/** A process reports every 10 seconds. */
const silentSec = 60
const daysMs = 86_400_000
/** A backup each night, with time to spare. */
const backupMs = daysMs + 7_200_000
const leastFreeBytes = 1e9

type SiteState = {
  now: number
  processes: readonly { roles: readonly string[]; version: string; isBusUp: boolean; seenSec: number }[]
  oldestDeliverySec: number
  oldestMailSec: number
  lastBackupAt: number | null
  lastBackupCopyAt: number | null
  freeBytes: number | null
}

export function isSilent({ seenSec }: { seenSec: number }): boolean {
  return seenSec > silentSec
}

/** The roles that no process has. */
export function findMissingRoles(processes: SiteState['processes']): Role[] {
  return roles.filter((role) => !processes.some((process) => process.roles.includes(role) && !isSilent(process)))
}

/** The problems of a site that an operator must do something about. The alert rules for Prometheus have the same limits. */
export function findProblems({ now, processes, ...state }: SiteState): SiteProblem[] {
  const alive = processes.filter((process) => !isSilent(process))
  const isOld = (at: number) => now - at > backupMs
  const found: Record<SiteProblem, boolean> = {
    REDIS_DOWN: alive.some(({ isBusUp }) => !isBusUp),
    ROLE_MISSING: findMissingRoles(processes).length > 0,
    PROCESS_SILENT: processes.some(isSilent),
    VERSIONS_DIFFER: new Set(alive.map(({ version }) => version)).size > 1,
    DELIVERIES_LATE: state.oldestDeliverySec > 60,
    MAILS_LATE: state.oldestMailSec > 600,
    DISK_FULL: state.freeBytes !== null && state.freeBytes < leastFreeBytes,
    BACKUP_OLD: state.lastBackupAt === null || isOld(state.lastBackupAt),
    BACKUP_COPY_OLD: state.lastBackupCopyAt !== null && isOld(state.lastBackupCopyAt),
  }
  return (Object.keys(found) as SiteProblem[]).filter((problem) => found[problem])
}
