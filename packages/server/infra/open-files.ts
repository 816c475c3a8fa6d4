let openFileLimit: number | null | undefined

/** How many files, connections included, this process may have open. Null where the system has no such limit. */
export function readOpenFileLimit(): number | null {
  // The report takes 3 ms, and each world asks.
  if (openFileLimit === undefined) openFileLimit = openFileLimitOfReport()
  return openFileLimit
}

function openFileLimitOfReport(): number | null {
  // Otherwise the report looks up the name of every peer. The types do not have the property.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } }
  const limit = Number(userLimits?.open_files?.soft)
  return Number.isSafeInteger(limit) ? limit : null
}
