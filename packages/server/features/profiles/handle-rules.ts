import { plainSkeletonOf } from '../../shared/naming/skeleton.ts'
import { errorReason, type CodeOrReason } from '../../shared/refusal.ts'

/** Names of the site itself and of its pages, which nobody may pretend to speak for. */
const reservedNames = `
  about abuse account accounts admin administrator api app apps assets auth channel channels console contact copyright dmca
  embed everyone feed help here home info legal live login logout manager me moderator news notice null official onair
  operator owner privacy report root search security service settings signin signup site staff status studio support sysadmin
  system team terms undefined user verified watch webmaster www
`
  .trim()
  .split(/\s+/)

/** A handle with one of these in it looks like one of the site. */
const officialWords = ['admin', 'official']

const dayMs = 86_400_000
export const handleKeptMs = (days: number) => days * dayMs

/** Why nobody may have a handle, or null. `siteNames`: names of the site, of which the letters count. */
export function refusalOfHandle(handle: string, siteNames: readonly string[]): CodeOrReason | null {
  const skeleton = plainSkeletonOf(handle)
  if (!/[a-z]/i.test(handle)) return 'NAME_WITHOUT_LETTER'
  const own = siteNames.map((name) => plainSkeletonOf(name.replaceAll(/[^a-z0-9]/gi, ''))).filter((name) => name !== '')
  const names = [...reservedNames.map(plainSkeletonOf), ...own]
  const parts = [skeleton, ...handle.split('_').map((part) => plainSkeletonOf(part.replaceAll(/\d/g, '')))]
  const isReserved =
    parts.some((part) => names.includes(part)) || officialWords.some((word) => skeleton.includes(plainSkeletonOf(word)))
  return isReserved ? errorReason('HANDLE_RESERVED', { handle }) : null
}
