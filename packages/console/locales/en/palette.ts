import { pluralize } from './plural.ts'

export const palette = {
  title: 'Search',
  search: 'Search channels, lives, pages, applications and the API',
  searchAsGuest: 'Search channels, lives, categories and polls',
  registerApp: 'Register an application',
  none: (text: string) => `Nothing is called “${text}”.`,
  noneHint: 'A part of the name is enough: of a channel, a live, a category, a page, or an operation of the API.',
  page: 'Pages and actions',
  app: 'Applications',
  campaign: 'Campaigns',
  live: 'Live now',
  poll: 'Running polls',
  category: 'Categories',
  livesIn: (count: number) => `${count} live`,
  viewers: (count: number) => pluralize(count, 'viewer'),
  followers: (count: number) => pluralize(count, 'follower'),
  channel: 'Channels that are not live',
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
