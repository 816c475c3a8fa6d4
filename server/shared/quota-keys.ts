/** Quotas limit calls per minute. */
export const quotaWindowMs = 60_000

/** The counter key of an application's calls. */
export function appQuotaKey(clientId: string): string {
  return `quota/app/${clientId}`
}
