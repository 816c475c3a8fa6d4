import type { Visitor } from '../../shared/callers/visitor.ts'
import type { ShownSite } from './site.ts'

/** Whether a person has to accept documents of the site before going on. */
export function mustAccept(
  { acceptedVersion }: Pick<Visitor, 'acceptedVersion'>,
  { requiredVersion }: Pick<ShownSite, 'requiredVersion'>,
): boolean {
  return acceptedVersion < requiredVersion
}
