import type { Endpoint } from '@onair/contract'
import { mustAccept } from '../../features/site/document-rules.ts'
import type { Platform } from '../../services.ts'
import type { Caller } from '../../shared/callers/caller.ts'
import { Refusal } from '../../shared/refusal.ts'

/** Throws 403 for a person who has not accepted the documents of the site. Their own account stays theirs to manage, and the people who run the site finish what they do. */
export async function requireAcceptedTerms(
  { path }: Endpoint,
  caller: Caller,
  { site }: Pick<Platform, 'site'>,
): Promise<void> {
  if (caller.kind !== 'webSession' || ownAccount.test(path)) return
  if (caller.siteRole !== null && path.startsWith('/console/v1/admin/')) return
  if (mustAccept(caller, await site.shown())) throw new Refusal('forbidden', 'TERMS_NOT_ACCEPTED')
}

const ownAccount = /^\/console\/v1\/(account|web-session)(\/|$)/
