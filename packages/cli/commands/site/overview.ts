import { adminCommand, fieldsText, listText } from '../data/admin-command.ts'

export const showOverview = adminCommand({
  name: 'site overview',
  summary: 'Show how the site does: people, lives, processes, what waits, backups and problems',
  endpoint: 'getSiteOverview',
  async run(_input, deps) {
    const { getSiteOverview } = await import('@onair/server/features/operators/get-site-overview.ts')
    const { openMediaFolder } = await import('@onair/server/features/video/recordings/open-media-folder.ts')
    return getSiteOverview(deps, openMediaFolder(deps))
  },
  text: fieldsText,
})

export const showRetention = adminCommand({
  name: 'site retention',
  summary: 'Show how long each kind of data is kept, and how much there is',
  endpoint: 'getRetention',
  run: async (_input, deps) => (await import('@onair/server/features/operators/get-retention.ts')).getRetention(deps),
  text: (list) =>
    listText(
      list,
      ({ kind, days, rows, bytes, fileBytes, settings }) => [
        kind,
        days === null ? '' : `${days} days`,
        rows === null ? '' : `about ${rows} rows`,
        `${bytes + (fileBytes ?? 0)} bytes`,
        settings.join(' '),
      ],
      '',
    ),
})
