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
    soon: 'Next attempt in a moment',
    future: (duration) => `Next attempt in ${duration}`,
  },
} satisfies Record<string, TimePhrase>

/** The strings of app/, lib/ and ui/, which every page loads. */
export const common = {
  shell: {
    skip: 'Skip to content',
    sandbox: 'Sandbox',
    demoOnly: 'Demo users and play money only.',
    locked: 'Its demo users and tools need a secret.',
    enterSecret: 'Enter the secret',
    mainMenu: 'Main',
    watch: 'Watch',
    studio: 'Studio',
    developers: 'Developers',
    apps: 'Applications',
    inspector: 'Inspector',
    drops: 'Drops',
    trigger: 'Trigger pad',
    reference: 'Reference',
    signIn: 'Sign in',
  },
  account: {
    menu: (name: string) => `${name}, your account`,
    home: 'Home',
    account: 'Your account',
    connections: 'Connected applications',
    signOut: 'Sign out',
    settings: 'Settings',
    theme: 'Theme',
    themes: { auto: 'System', light: 'Light', dark: 'Dark' },
    language: 'Language',
  },
  palette: {
    title: 'Search',
    search: 'Search applications, records and operations',
    none: 'Nothing found.',
    app: 'Application',
    operation: 'Reference',
    record: 'Record',
  },
  passwordPrompt: {
    title: 'Enter your password again',
    about: 'This action needs your password, to protect your account. You are not asked again for 10 minutes.',
    password: 'Password',
    confirm: 'Continue',
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
  },
  error: {
    title: 'Something went wrong',
    retry: 'Try again',
    rateLimited: 'Too many requests',
    retryIn: (seconds: number) => `The page retries automatically in ${pluralize(seconds, 'second')}.`,
    retryAllowedIn: (seconds: number) =>
      seconds === 0 ? 'You can try again now.' : `You can try again in ${pluralize(seconds, 'second')}.`,
    refused: 'The request was rejected. The server responded:',
    serverFault:
      'Something went wrong on our side. Try again in a moment. If it keeps happening, contact the operator.',
    notFromServer: 'The response did not come from Onair. Check the proxy or network in between.',
    timeout: 'The request timed out. Try again in a moment.',
    unreachable: 'Could not reach the server. Check your network and try again.',
    unexpected: 'An unexpected error occurred. Reload the page and try again.',
  },
  form: {
    save: 'Save',
    discard: 'Discard changes',
    saved: 'Saved.',
    saveFailed: 'Could not save',
    invalid: 'Invalid format.',
    showPassword: 'Show password',
  },
  dialog: { close: 'Close', cancel: 'Cancel' },
  copy: { copy: 'Copy', copied: 'Copied' },
  list: { more: 'Show more' },
  loading: 'Loading',
  time: { never: 'never', ...timePhrases },
  verifiedChannel: 'Verified channel',
  trace: 'Trace',
  category: {
    label: 'Category',
    hint: 'Search by a part of its name, in English or Korean.',
    none: 'No category',
    clear: 'Clear the category',
    typeFirst: 'Type a name.',
    searching: 'Searching…',
    notFound: 'No matching category.',
    types: { GAME: 'Game', SPORTS: 'Sports', ETC: 'Other' } satisfies Record<CategoryType, string>,
  },
  wireProfileOf: (profile: WireProfile) => `wire profile ${profile}`,
  faultOf: (fault: string) => `Injected fault: ${fault}`,
  recordKinds: {
    request: 'Request',
    event: 'Event',
    frame: 'Socket',
    delivery: 'Webhook',
    gap: 'Missing',
  } satisfies Record<RecordKind, string>,
  deliveryStates: {
    WAITING: 'Pending',
    DELIVERED: 'Delivered',
    EXHAUSTED: 'Failed',
  } satisfies Record<DeliveryState, string>,
  won: (amount: number) => `₩${amount.toLocaleString('en')}`,
  sampleTexts: {
    message: 'Hello {n}',
    donation: 'Keep it up!',
    live: 'Today’s stream',
    reward: 'Legendary sword',
    person: 'New viewer',
  },
}
