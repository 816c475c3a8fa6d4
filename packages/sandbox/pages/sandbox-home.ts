import { isConsoleBuilt } from '@onair/server/api/console-files.ts'
import { showHome } from '@onair/server/api/pages/home.ts'
import { definePage, redirect } from '@onair/server/api/pages/page-route.ts'

/** The home of a sandbox is its live screen. Browsers that may not use the sandbox get the home page of a site. */
export const showSandboxHome = definePage('GET', '/', async (request, deps) =>
  request.hasSandboxAccess && isConsoleBuilt() ? redirect('/live') : showHome.handle(request, deps),
)
