/** Quotas are calls a minute. */
export const quotaWindowMs = 60_000

/** Under which name the calls of an application are counted. */
export function appQuotaKey(clientId: string): string {
  return `quota/app/${clientId}`
}
