export const palette = {
  title: 'Search',
  search: 'Search pages, applications, campaigns, channels, operations and records',
  registerApp: 'Register an application',
  none: 'Nothing found.',
  page: 'Pages and actions',
  app: 'Applications',
  campaign: 'Campaigns',
  channel: 'Channels',
  operation: 'Reference',
  setting: 'Settings',
  record: 'Records',
  inContent: 'Found in its content',
  keys: [
    { keys: ['↑', '↓'], action: 'select' },
    { keys: ['Enter'], action: 'open' },
    { keys: ['Esc'], action: 'close' },
  ],
}
