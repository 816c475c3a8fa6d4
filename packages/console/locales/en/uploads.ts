import { limits } from '@onair/contract'

const { badge, emoticon } = limits.uploads

/** The emoticons and other files that a streamer uploads. */
export const uploads = {
  title: 'Emoticons and badges',
  about: 'Pictures of your chat. They also appear in overlays, in replays and in applications.',
  emoticons: 'Emoticons of your channel',
  emoticonsHint: `PNG, WebP or GIF, up to ${emoticon.bytes / 1024} KB and ${emoticon.pixels} × ${emoticon.pixels} pixels. A square picture looks best.`,
  badges: 'Subscriber badges',
  badgesHint: `They stand before the names of subscribers in your chat. Each has the badge of the most months that it has reached. PNG, WebP or GIF, up to ${badge.bytes / 1024} KB.`,
  noBadges: 'You have not uploaded any badges: your subscribers have the standard one.',
  count: (count: number, most: number) => `${count} of ${most}`,
  months: 'Months of subscription',
  fromMonth: (month: number) => `From month ${month}`,
  none: 'You have not uploaded any emoticons.',
  choose: 'Choose a file',
  name: 'Name',
  nameHint: 'Small letters, digits and underscores.',
  forSubscribers: 'Subscribers only',
  add: 'Add',
  cancel: 'Cancel',
  remove: 'Delete',
  removeNamed: (name: string) => `Delete ${name}`,
  removeHint: 'Messages that have it show its name instead.',
  removeBadgeHint: 'Subscribers then have the badge of fewer months, or the standard one.',
  forSubscribersOf: (name: string) => `${name}: subscribers only`,
}
