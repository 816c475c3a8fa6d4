import { UsageError } from '../../command.ts'
import { adminCommand, listText, page, reason, search } from '../data/admin-command.ts'
import { openSite } from '../site/settings.ts'

const clientId = { placeholder: '<client id>', isRequired: true } as const

export const listApps = adminCommand({
  name: 'app list',
  summary: 'List the applications of the site, newest first, with their calls of the last 24 hours',
  endpoint: 'listSiteApps',
  options: {
    search,
    disabled: { description: 'only disabled applications' },
    sort: { placeholder: '<order>', choices: ['registered', 'name'], defaultText: 'registered' },
    page,
  },
  input: ({ disabled, page = '0', ...query }) => ({
    query: { ...query, isDisabled: disabled || undefined, page: Number(page) },
  }),
  run: async ({ query }, deps) =>
    (await import('@onair/server/features/apps/moderate/site-apps.ts')).listSiteApps(query, deps),
  text: (apps) =>
    listText(
      apps,
      ({ clientId, name, owner, team, redirectHost, people, calls, errorCalls, disabled }) => [
        clientId,
        JSON.stringify(name),
        JSON.stringify(team?.name ?? owner?.channelName ?? ''),
        redirectHost,
        `people ${people}`,
        `calls ${calls}`,
        `errors ${errorCalls}`,
        disabled === null ? '' : `disabled ${disabled.date} ${JSON.stringify(disabled.reason)}`,
      ],
      'No application matches.',
    ),
})

export const renameApp = adminCommand({
  name: 'app rename',
  summary: 'Rename an application, which keeps the name for 30 days',
  endpoint: 'renameApp',
  positionals: { clientId, name: { placeholder: '<name>', isRequired: true } },
  input: ({ clientId, name }) => ({ pathParams: { clientId }, body: { name } }),
  async run({ pathParams: { clientId }, body: { name } }, deps) {
    const { renameSiteApp } = await import('@onair/server/features/apps/moderate/site-apps.ts')
    await using site = await openSite(deps)
    await renameSiteApp({ clientId, name, rules: await site.nameRules() }, deps)
    return null
  },
  text: (_content, { pathParams: { clientId }, body: { name } }) =>
    `Application ${clientId} has the name ${JSON.stringify(name)}.`,
})

export const disableApp = adminCommand({
  name: 'app disable',
  summary: 'Disable an application: its credentials are refused, its sessions end, and it gets no notifications',
  endpoint: 'disableApp',
  positionals: { clientId },
  options: { reason: { placeholder: '<text>', description: 'its owners see it', isRequired: true } },
  input: ({ clientId, reason }) => ({ pathParams: { clientId }, body: { reason } }),
  async run({ pathParams: { clientId }, body: { reason } }, deps) {
    const { disableApp: disable } = await import('@onair/server/features/apps/moderate/site-apps.ts')
    const { endAppSessions } = await import('@onair/server/features/sessions/end-sessions.ts')
    await disable({ clientId, reason }, endAppSessions, deps)
    return null
  },
  text: (_content, { pathParams: { clientId } }) => `Application ${clientId} is disabled.`,
})

export const enableApp = adminCommand({
  name: 'app enable',
  summary: 'Enable a disabled application',
  endpoint: 'enableApp',
  positionals: { clientId },
  input: (pathParams) => ({ pathParams }),
  async run({ pathParams: { clientId } }, deps) {
    const { enableApp: enable } = await import('@onair/server/features/apps/moderate/site-apps.ts')
    await enable(clientId, deps)
    return null
  },
  text: (_content, { pathParams: { clientId } }) => `Application ${clientId} is enabled.`,
})

export const deleteApp = adminCommand({
  name: 'app delete',
  summary: 'Delete an application; onair app restore brings it back for 7 days',
  endpoint: 'deleteSiteApp',
  positionals: { clientId },
  options: { reason, yes: { description: 'confirm the deletion; otherwise nothing is deleted' } },
  input: ({ clientId, reason, yes }) => {
    if (!yes) throw new UsageError(`This would delete the application ${clientId}. Confirm with --yes.`)
    return { pathParams: { clientId }, body: { reason } }
  },
  async run({ pathParams: { clientId }, body: { reason } }, deps) {
    const { deleteSiteApp } = await import('@onair/server/features/apps/moderate/site-apps.ts')
    const { endAppSessions } = await import('@onair/server/features/sessions/end-sessions.ts')
    await deleteSiteApp({ clientId, reason }, endAppSessions, deps)
    return null
  },
  text: (_content, { pathParams: { clientId } }) => `Application ${clientId} is deleted.`,
})
