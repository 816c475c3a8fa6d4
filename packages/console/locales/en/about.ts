import { pluralize } from './plural.ts'

/** The part of the watch page about the channel itself. */
export const about = {
  title: 'About',
  links: 'Links',
  share: {
    share: 'Share',
    copyAddress: 'Copy the address',
    copyEmbed: 'Copy the code for a website',
    otherApp: 'Share with an app',
    copied: 'Copied',
  },
  embed: {
    notFound: 'There is no such channel.',
    notHere: 'This channel can only be watched on its own page.',
    open: 'Open the channel',
  },
  schedule: {
    title: 'Schedule',
    next: 'Next broadcast',
    cancelled: 'Cancelled',
    all: (count: number) => `Show all ${count}`,
    calendar: 'Add to a calendar (iCalendar)',
  },
  nothing: 'No introduction yet.',
  followHint: 'Follow the channel to get a notice when it starts.',
  edit: 'Edit the channel page',
  subscribe: {
    title: (name: string) => `Subscribe to ${name}`,
    facts: [
      'You get a subscriber badge in the chat of this channel.',
      'You can chat in subscriber-only mode.',
      'Tier 1 and tier 2 give you the same. The chat names your tier when you subscribe.',
      'Nothing is charged, not even play money. The subscription does not end; once a month you can renew it, and its months go up.',
    ],
    current: (month: number) => `You have subscribed for ${pluralize(month, 'month')}.`,
    tier: 'Tier',
    tiers: { 1: 'Tier 1', 2: 'Tier 2' },
    submit: 'Subscribe',
    renew: (month: number) => `Renew for month ${month}`,
    renewableFrom: (date: string) => `You can renew again on ${date}.`,
    gift: {
      open: 'Give subscriptions',
      title: (channelName: string) => `Give subscriptions to ${channelName}`,
      titleFor: (name: string) => `Give ${name} a subscription`,
      about:
        'People who follow the channel or wrote in its chat in the last 24 hours get them at random, if they do not subscribe yet.',
      aboutOne: 'This person subscribes to the channel from now on.',
      count: 'Subscriptions',
      wallet: (won: string) => `You have ${won} of play money.`,
      tooMuch: 'You do not have that much play money.',
      submit: (won: string) => `Give for ${won}`,
      done: (names: string) => `Given to ${names}.`,
      received: (name: string) => `${name} gave you a subscription to this channel.`,
      most: (count: number) => `Up to ${count}`,
    },
  },
}
