import type { CategoryType, DeliveryState, RecordKind, WireProfile } from '@onair/contract'
import type { TimePhrase } from '../../lib/time-phrase.ts'
import { pluralize } from './plural.ts'

const timePhrases = {
  relative: {
    past: (duration) => `${duration} ago`,
    justNow: 'just now',
    soon: 'in a moment',
    future: (duration) => `in ${duration}`,
  },
  lastLive: {
    past: (duration) => `Last live ${duration} ago`,
    justNow: 'The broadcast just ended',
    soon: 'The broadcast ends in a moment',
    future: (duration) => `The broadcast ends in ${duration}`,
  },
  uptime: {
    past: (duration) => `for ${duration}`,
    justNow: 'since just now',
    soon: 'in a moment',
    future: (duration) => `in ${duration}`,
  },
  onAir: {
    past: (duration) => `Live for ${duration}`,
    justNow: 'Started just now',
    soon: 'Starts in a moment',
    future: (duration) => `Starts in ${duration}`,
  },
  /** A notification that is due waits for a worker, or until its webhook is enabled. */
  nextAttempt: {
    past: () => 'Waiting for the next attempt',
    justNow: 'Waiting for the next attempt',
    soon: 'Next attempt: in a moment',
    future: (duration) => `Next attempt: in ${duration}`,
  },
} satisfies Record<string, TimePhrase>

/** The strings of app/, lib/ and ui/, which every page loads. */
export const common = {
  shell: {
    skip: 'Skip to content',
    mainMenu: 'Main',
    live: 'Live screen',
    watch: 'Watch',
    studio: 'Studio',
    developers: 'Developers',
    apps: 'Applications',
    inspector: 'Inspector',
    teams: 'Teams',
    drops: 'Drops',
    trigger: 'Trigger pad',
    reference: 'Reference',
    signIn: 'Sign in',
    search: 'Search',
  },
  sandboxMark: {
    sandbox: 'Sandbox',
    locked: 'Its demo users and tools need a secret.',
    enterSecret: 'Enter the secret',
    menu: 'State of the sandbox',
    clock: {
      past: (duration: string) => `${duration} behind`,
      justNow: 'clock behind',
      soon: 'clock ahead',
      future: (duration: string) => `${duration} ahead`,
    } satisfies TimePhrase,
    faults: (rules: number) => (rules === 1 ? '1 fault rule' : `${rules} fault rules`),
  },
  sandboxState: {
    realTime: 'Clock in real time',
    noFaults: 'No faults',
    live: (count: number) => pluralize(count, 'live channel'),
  },
  account: {
    menu: (name: string) => `${name}, your account`,
    home: 'Home',
    account: 'Your account',
    connections: 'Connected applications',
    drops: 'Drops',
    managed: 'Channels I manage',
    admin: 'Run the site',
    signOut: 'Sign out',
    settings: 'Settings',
    theme: 'Theme',
    themes: { auto: 'System', light: 'Light', dark: 'Dark' },
    language: 'Language',
  },
  sessionEnd: {
    title: 'Your session has ended.',
    draft: 'What you typed stays on this page. Sign in, then continue here.',
    signIn: 'Sign in in a new tab',
  },
  notFound: {
    title: 'Page not found',
    about: 'The address is wrong, or you do not have access to the page.',
    back: 'Go to your applications',
    backToWatch: 'Go to the live channels',
    backToStudio: 'Go to your studio',
    backToReference: 'Go to the reference',
    backToDrops: 'Go to your campaigns',
    backToTeams: 'Go to your teams',
    home: 'Go to the home page',
  },
  error: {
    title: 'Something went wrong',
    retry: 'Try again',
    rateLimited: 'Too many requests',
    retryIn: (seconds: number) => `The page retries automatically in ${pluralize(seconds, 'second')}.`,
    retryAllowedIn: (seconds: number) =>
      seconds === 0 ? 'You can try again now.' : `You can try again in ${pluralize(seconds, 'second')}.`,
    refused: 'The request was rejected. The server responded:',
    internalError:
      'Something went wrong on our side. Try again in a moment. If it keeps happening, contact the operator.',
    notFromServer: 'The response did not come from Onair. Check the proxy or network in between.',
    timeout: 'The request timed out. Try again in a moment.',
    partNotLoaded:
      'A part of this page could not be loaded. Reload the page: Onair may have been updated. If that does not help, check your network.',
    unreachable: 'Could not reach the server. Check your network and try again.',
    unexpected: 'An unexpected error occurred. Reload the page and try again.',
  },
  form: {
    save: 'Save',
    discard: 'Discard changes',
    unsaved: 'Changes are not saved yet.',
    saved: 'Saved.',
    saveFailed: 'Could not save',
    showPassword: 'Show password',
    code: 'Code',
    codeHint: 'The code of your authenticator app, or a recovery code.',
    demoPassword: (password: string) => `Demo users have the password ${password} until it is changed.`,
  },
  dialog: { close: 'Close', cancel: 'Cancel' },
  copy: { copy: 'Copy', copied: 'Copied', curl: 'Copy as curl', show: 'Show', hide: 'Hide' },
  channelsField: {
    channel: 'Channel name or channel ID',
    add: 'Add',
    remove: 'Remove',
    none: (query: string) => `No channel has the name or ID “${query}”.`,
    found: 'Channels found',
    notAdded: 'Add this channel, or clear the field.',
  },
  list: { more: 'Show more', refresh: 'Refresh', notPolled: 'A list this long is not updated automatically.' },
  loading: 'Loading',
  time: { never: 'never', ...timePhrases },
  defaultTitle: (name: string) => `${name}’s broadcast`,
  verifiedChannel: 'Verified channel',
  channelIdOf: (name: string) => `channel ID of ${name}`,
  trace: 'Trace',
  category: {
    label: 'Category',
    hint: 'Search by a part of its name, in English or Korean.',
    none: 'No category',
    clear: 'Clear the category',
    searching: 'Searching…',
    notFound: 'No matching category.',
    types: { GAME: 'Game', SPORTS: 'Sports', ETC: 'Other' } satisfies Record<CategoryType, string>,
  },
  searchSelect: { clear: 'Clear the selection', searching: 'Searching…', notFound: 'No match' },
  wireProfileOf: (profile: WireProfile) => `wire profile ${profile}`,
  /** Why an event was sent to no session. */
  noSubscriber: 'no connected session was subscribed',
  /** The sessions that an event was sent to. */
  reachOf: (reached: number, sent: number) => {
    if (sent === 0) return 'no session'
    const sessions = sent === 1 ? '1 session' : `${sent} sessions`
    return reached === sent ? sessions : `${reached} of ${sessions}`
  },
  faultOf: (fault: string) => `Injected fault: ${fault}`,
  recordKinds: {
    request: 'Request',
    event: 'Event',
    frame: 'Socket',
    delivery: 'Webhook',
    gap: 'Not recorded',
  } satisfies Record<RecordKind, string>,
  deliveryStates: {
    WAITING: 'Pending',
    DELIVERED: 'Delivered',
    EXHAUSTED: 'Failed',
  } satisfies Record<DeliveryState, string>,
  webhooks: { registered: 'Main endpoint', deletedEndpoint: 'Deleted endpoint', test: 'Test' },
  won: (amount: number) => `₩${amount.toLocaleString('en')}`,
  sampleTexts: {
    message: 'Hello {n}',
    donation: 'Keep it up!',
    live: 'Today’s stream',
    reward: 'Legendary sword',
    person: 'New viewer',
  },
}
