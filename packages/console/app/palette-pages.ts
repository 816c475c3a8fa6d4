import { hasSiteRole, type SiteRole } from '@onair/contract'
import { actionNames } from '@onair/contract/sandbox/actions'
import { adminSections } from '../features/admin/admin-sections.ts'
import { isSandbox } from '../lib/page-settings.ts'
import { isPublicPath } from '../lib/visitor.ts'
import { loadStrings, strings } from '../locales/index.ts'

/** A page, or an action of the trigger pad. `path`: its address. */
export type PalettePage = { name: string; place: string; path: string }

const { account, shell } = strings('common')
const t = strings('palette')

/** Null: a guest, who gets the pages that need no account. */
export type PaletteVisitor = { channelId: string; siteRole: SiteRole | null } | null

/** The pages of the product by place, and the actions of the trigger pad. */
export async function listPalettePages(visitor: PaletteVisitor): Promise<PalettePage[]> {
  const siteRole = visitor?.siteRole ?? null
  const [studio, reference, trigger, admin] = await Promise.all([
    loadStrings('studio'),
    loadStrings('reference'),
    isSandbox ? loadStrings('trigger') : null,
    siteRole === null ? null : loadStrings('admin'),
  ])
  const { studio: _title, ...sections } = studio.sections
  const pages = [
    page(shell.developers, '/console/apps', shell.apps),
    page(shell.developers, '/console/inspector', shell.inspector),
    page(shell.developers, '/console/drops', shell.drops),
    page(shell.developers, '/console/teams', shell.teams),
    ...(isSandbox ? [page(shell.developers, '/console/trigger', shell.trigger)] : []),
    page(shell.developers, '/reference', shell.reference),
    ...(isSandbox ? [page(shell.developers, '/live', shell.live)] : []),
    page(shell.watch, '/watch', shell.watch),
    page(shell.watch, '/watch/drops', account.drops),
    // The name of a section is the last part of its address.
    ...Object.entries(sections).map(([section, name]) =>
      page(shell.studio, section === 'overview' ? '/studio' : `/studio/${section}`, name),
    ),
    page(account.account, '/account', account.account),
    page(account.account, '/connections', account.connections),
    page(shell.apps, '/console/apps/new', t.registerApp),
    page(shell.reference, '/reference/events', reference.navigation.events),
    page(shell.reference, '/reference/signature', reference.navigation.signature),
    page(shell.reference, '/reference/changelog', reference.navigation.changelog),
    ...(trigger === null
      ? []
      : actionNames.map((action) => ({
          name: trigger.actions[action],
          place: shell.trigger,
          path: `/console/trigger?action=${action}`,
        }))),
    ...(admin === null || siteRole === null
      ? []
      : adminSections
          .filter(({ role }) => hasSiteRole(siteRole, role))
          .map(({ path, section }) => page(account.admin, path, admin.sections[section]))),
  ]
  return visitor === null ? pages.filter(({ path }) => isPublicPath(path.split('?')[0] ?? '')) : pages
}

function page(place: string, path: string, name: string): PalettePage {
  return { name, place, path }
}

/** The pages whose name, place or address contains every word of the search; first those whose name begins with it. */
export function findPages(pages: readonly PalettePage[], search: string): PalettePage[] {
  const text = search.normalize('NFC').toLowerCase()
  const words = text.split(/\s+/)
  const startsWith = ({ name }: PalettePage) => name.toLowerCase().startsWith(text)
  const found = pages.filter(({ name, place, path }) => {
    const searched = `${name} ${place} ${path}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
  return [...found.filter(startsWith), ...found.filter((page) => !startsWith(page))]
}
