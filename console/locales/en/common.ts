import type { DeliveryState, RecordKind } from '@onair/contract'
import { pluralize } from './plural.ts'

/** The strings of app/, lib/ and ui/, which every page loads. */
export const common = {
  shell: {
    skip: 'Skip to content',
    sandbox: 'Sandbox',
    demoOnly: 'Demo users and play money only.',
    mainMenu: 'Main',
    watch: 'Watch',
    studio: 'Studio',
    apps: 'Applications',
    inspector: 'Inspector',
    drops: 'Drops',
    trigger: 'Trigger pad',
    reference: 'Reference',
    signIn: 'Sign in',
  },
  account: {
    menu: (name: string) => `${name}, your account`,
    home: 'Your account',
    connections: 'Connected applications',
    signOut: 'Sign out',
  },
  notFound: {
    title: 'Page not found',
    about: 'The page may have moved, or you may not have access to it.',
    back: 'Go to your applications',
  },
  error: {
    title: 'Something went wrong',
    retry: 'Try again',
    rateLimited: 'Too many requests from your network',
    retryIn: (seconds: number) => `The page retries automatically in ${pluralize(seconds, 'second')}.`,
    refused: 'The request was rejected for a reason this page does not know. The server said:',
    serverFault:
      'Something went wrong on our side. Try again in a moment. If it keeps happening, contact the operator.',
    notFromServer: 'The response did not come from Onair. Check the proxy or network in between.',
    timeout: 'The request timed out. Try again in a moment.',
    unreachable: 'Could not reach the server. Check your network and try again.',
    unexpected: 'Something unexpected went wrong. Reload the page and try again.',
  },
  form: {
    save: 'Save',
    undo: 'Undo',
    saved: 'Saved.',
    saveFailed: 'Could not save',
    invalid: 'Invalid format.',
    showPassword: 'Show password',
  },
  dialog: { close: 'Close', cancel: 'Cancel' },
  copy: { copy: 'Copy', copied: 'Copied' },
  list: { more: 'Show more' },
  loading: 'Loading',
  time: { never: 'never', now: 'just now' },
  verifiedChannel: 'Verified channel',
  trace: 'Trace',
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
  sampleTexts: {
    message: 'Hello {n}',
    donation: 'Keep it up!',
    live: 'Today’s stream',
    reward: 'Legendary sword',
    person: 'New viewer',
  },
}
