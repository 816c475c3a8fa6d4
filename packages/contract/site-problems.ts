/** Problems of a site that an operator must do something about. */
export const siteProblems = [
  'REDIS_DOWN',
  'ROLE_MISSING',
  'PROCESS_SILENT',
  'VERSIONS_DIFFER',
  'DELIVERIES_LATE',
  'MAILS_LATE',
  'DISK_FULL',
  'BACKUP_OLD',
  'BACKUP_COPY_OLD',
] as const
export type SiteProblem = (typeof siteProblems)[number]
