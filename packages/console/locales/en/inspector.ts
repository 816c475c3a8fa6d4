import {
  limits,
  type ContentOf,
  type EndpointFilter,
  type sandboxApi,
  type MissingEventCode,
  type WireProfile,
} from '@onair/contract'
import { scopeName } from './scope-name.ts'
import { pluralize } from './plural.ts'

/** The facts about a missing event, with its refusal and its failure as sentences. */
export type MissingEventDetails = Omit<
  ContentOf<typeof sandboxApi.inspector.explainMissingEvent>['details'],
  'failure'
> & {
  refusal: string
  failure: string | null
}
type Explanation = {
  text: (details: MissingEventDetails) => string
  /** Sentences on lines of their own. */
  more?: (details: MissingEventDetails) => (string | null)[]
  next: string | null
}

const listFormat = new Intl.ListFormat('en')
const timeFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' })
const timeOf = (date: string) => timeFormat.format(new Date(date))

const alsoDisconnected = ({ disconnectedDate }: MissingEventDetails) =>
  disconnectedDate === null ? null : `It also disconnected on ${timeOf(disconnectedDate)}.`

const notOpened = ({ disconnectedDate }: MissingEventDetails) =>
  disconnectedDate === null
    ? 'The session could not be opened'
    : `The session closed on ${timeOf(disconnectedDate)}, and a new one could not be opened`

const lastAttempt = (failure: string | null) => (failure === null ? null : `Last attempt: ${failure}`)

const changeProfile = (profile: WireProfile) =>
  profile === 'documented'
    ? 'Its wire profile was “documented”. A client of the public service needs “observed”.'
    : 'Its wire profile was “observed”. A client written from the specification needs “documented”.'

const checkProfile = (wireProfile: MissingEventDetails['wireProfile']) =>
  wireProfile === null ? null : `It never tried to subscribe. ${changeProfile(wireProfile)}`

const filterNames: Record<EndpointFilter, string> = { CAMPAIGNS: 'campaigns', VIEWERS: 'viewers' }

const explanations: Record<MissingEventCode, Explanation> = {
  SENT: {
    text: () => 'The event was sent.',
    next: null,
  },
  LOST_BY_FAULT: {
    text: ({ fault }) => `The fault plan of the sandbox lost it: ${fault}.`,
    next: 'A real network can lose it too: your client has to cope. To receive it, turn the faults off on the trigger pad and send it again.',
  },
  NOTHING_HAPPENED: {
    text: () => 'No such event had occurred in this channel by then.',
    next: 'In a sandbox, create one on the trigger pad.',
  },
  RESTRICTED: {
    text: () => 'No event was made: the sender is restricted in this channel.',
    next: 'Lift the restriction, or act as another user.',
  },
  REFUSED_BY_CHAT_RULES: {
    text: () => 'No event was made: the chat rules rejected the message.',
    more: ({ refusal }) => [refusal],
    next: 'Check the chat settings, such as slow mode, blocked words and who can chat.',
  },
  REFUSED: {
    text: () => 'No event was made: the server rejected the request.',
    more: ({ refusal }) => [refusal],
    next: 'Check the response of the rejected request.',
  },
  APP_LACKS_SCOPE: {
    text: ({ scope }) => `The application did not have the scope ${scopeName(scope)} then, so it could not subscribe.`,
    more: (details) => [alsoDisconnected(details)],
    next: 'Add the scope on the page of the application, then ask for consent again.',
  },
  NOT_GRANTED: {
    text: ({ scope }) => `The owner of the channel had not granted ${scopeName(scope)} then.`,
    more: (details) => [alsoDisconnected(details)],
    next: 'Send the owner to the consent page.',
  },
  NEVER_CONNECTED: {
    text: ({ sessionUrlExpired }) =>
      sessionUrlExpired
        ? 'The session URL was not used within 60 seconds and expired.'
        : 'No client ever connected to a session.',
    next: 'Connect with Socket.IO as soon as you receive the session URL.',
  },
  SESSION_LIMIT_REACHED: {
    text: (details) => `${notOpened(details)}: all session slots were in use.`,
    more: ({ refusal }) => [refusal],
    next: 'Disconnect unused sessions, or use one session for several subscriptions.',
  },
  SESSION_REFUSED: {
    text: (details) => `${notOpened(details)}: the request was refused.`,
    more: ({ refusal }) => [refusal],
    next: 'Use valid credentials, connect and subscribe again.',
  },
  CONNECTED_LATER: {
    text: () => 'The session connected after the event occurred.',
    next: 'Past events are not sent again: connect and subscribe first.',
  },
  DISCONNECTED: {
    text: () => 'The session had already closed.',
    more: ({ failure, wireProfile }) => [failure, checkProfile(wireProfile)],
    next: 'When a session ends, request a new URL, connect and subscribe again.',
  },
  REVOKED: {
    text: () => 'Consent was withdrawn before the event, which ended the subscription.',
    next: 'After `revoked`, ask the user for consent again.',
  },
  UNSUBSCRIBED_BEFORE: { text: () => 'The session had unsubscribed before the event.', next: 'Subscribe again.' },
  SUBSCRIBED_LATER: {
    text: () => 'The session subscribed after the event occurred.',
    next: 'Events arrive after `subscribed`.',
  },
  SUBSCRIPTION_LIMIT_REACHED: {
    text: ({ limit }) =>
      `The subscription was rejected: the session already had ${pluralize(limit ?? 0, 'subscription')}.`,
    more: (details) => [alsoDisconnected(details)],
    next: 'Cancel a subscription that you do not need, or open another session.',
  },
  SUBSCRIPTION_REFUSED: {
    text: () => 'The session was connected, but its request to subscribe was refused.',
    more: (details) => [details.refusal, alsoDisconnected(details)],
    next: 'Subscribe again with a valid access token.',
  },
  OTHER_CHANNEL: {
    text: ({ subscribedChannelId, subscribedChannelName, subscribedEventTypes }) => {
      const channel = subscribedChannelName ?? subscribedChannelId
      return subscribedEventTypes === null
        ? `The session was subscribed to this event type only for another channel, ${channel}.`
        : `The session was subscribed only to ${listFormat.format(subscribedEventTypes)} of another channel, ${channel}.`
    },
    next: 'A subscription is for the channel of the access token: subscribe with a token of this channel’s owner.',
  },
  OTHER_EVENT_TYPE: {
    text: ({ subscribedEventTypes }) =>
      `The session was subscribed only to ${listFormat.format(subscribedEventTypes ?? [])} of this channel.`,
    next: 'Subscribe to this event type too.',
  },
  NOT_SUBSCRIBED: {
    text: () => 'The session was connected but had no subscriptions.',
    more: ({ scope, wireProfile }) => [
      scope === null
        ? null
        : `The owner of the channel does not grant ${scopeName(scope)} now. Whether the owner granted it then is unknown.`,
      checkProfile(wireProfile),
    ],
    next: 'Subscribe with the sessionKey of `SYSTEM connected`.',
  },
  NOT_RECORDED: {
    text: ({ date }) =>
      date === null
        ? 'The reason is unknown: the subscriptions and messages of that time were not recorded.'
        : 'The session was subscribed, but the messages of that time were not recorded.',
    next: 'In production, the inspector records only while its page is open, and records expire. Keep this page open and try again.',
  },
  NOT_NOTIFIED: {
    text: ({ eventType }) => `${eventType} events are not sent to webhooks.`,
    next: 'Subscribe to them with a session.',
  },
  NO_WEBHOOK: {
    text: () => 'The application had no webhook URL then.',
    next: 'Set one on the webhook tab of the application. Earlier events are not sent.',
  },
  WEBHOOK_DISABLED: {
    text: () => 'The notification is pending because the webhook is disabled.',
    more: ({ failure }) => [failure],
    next: 'Enable the webhook to send pending notifications.',
  },
  CREATED_LATER: {
    text: () => 'The endpoint was created after the event.',
    next: 'Earlier events are not sent.',
  },
  EXCLUDED_BY_FILTER: {
    text: ({ filters }) =>
      filters === null || filters.length === 0
        ? 'The filters of that time excluded the event. They were changed later.'
        : `Excluded by the filter of the endpoint: ${listFormat.format(filters.map((filter) => filterNames[filter]))}.`,
    next: 'Change the filters of the endpoint to get such events. Earlier events are not sent.',
  },
  TEST_OF_OTHER_ENDPOINT: {
    text: () => 'The notification was a test of another endpoint.',
    next: 'Send a test notification to this endpoint.',
  },
  ENDPOINT_DELETED: {
    text: () => 'The endpoint was deleted before the notification was delivered.',
    more: ({ failure }) => [lastAttempt(failure)],
    next: 'Notifications to a deleted endpoint cannot be resent.',
  },
  WAITING: {
    text: ({ failure }) => lastAttempt(failure) ?? 'The notification waits for its attempt.',
    more: ({ failingSinceDate }) => [
      failingSinceDate === null ? null : 'The endpoint is failing, so only a few notifications are tried at a time.',
    ],
    next: 'A 2xx response confirms the delivery.',
  },
  EXHAUSTED: {
    text: () => 'All attempts failed.',
    more: ({ failure }) => [lastAttempt(failure)],
    next: 'Fix the receiver, then resend the notification.',
  },
}

const searchedRecords = limits.recordsPerSearch.toLocaleString('en')

export const inspector = {
  page: {
    title: 'Inspector',
    aboutSandbox:
      'Shows the requests of applications, the changes made in the console and the sandbox, and the resulting events, socket messages and webhooks. Secrets are masked.',
    aboutProduction:
      'While this page is open, the requests, events, socket messages and webhooks of an application are recorded. Secrets are masked.',
    chooseFirst: 'Choose an application to start recording.',
    filters: 'Filters',
    byId: 'By ID',
    app: 'Application',
    allApps: 'All',
    choose: 'Choose one',
    kind: 'Kind',
    allKinds: 'All',
    fields: {
      text: 'Text',
      name: 'Path or event',
      status: 'Status',
      channel: 'Channel ID',
      session: 'Session key',
      traceId: 'Trace ID',
    },
    examples: {
      text: 'e.g. hello',
      name: 'e.g. chats/send',
      status: 'e.g. 4xx',
      channel: '',
      session: '',
      traceId: '',
    },
    formats: { status: 'Use 404, 4xx or error.', channel: 'Use the 32 characters of a channel ID: 0–9, a–f.' },
    list: 'Records',
    time: 'Time',
    result: 'Result',
    lostByFault: 'An injected fault lost it.',
    summary: 'Summary',
    took: 'Duration',
    histogram: 'Records by time and kind',
    clearRange: (from: string, to: string) => `Showing ${from} – ${to}. Show all`,
    tools: 'Presets and export',
    presets: {
      errors: 'Errors',
      missed: 'Reached no session',
      missedByApp: 'Did not reach my app',
      apiCalls: 'API calls',
      ownApp: 'My application',
      sinceNow: 'From now on',
    },
    pause: 'Pause',
    resume: 'Resume',
    export: 'Export',
    exportNdjson: 'Records as NDJSON',
    exportCurl: 'Requests as curl',
    newRecords: (count: number) => pluralize(count, 'new record'),
    none: 'No records yet',
    noneHint: 'Records appear as soon as your bot calls the API or an event occurs.',
    noMatch: 'No matching records',
    noMatchHint: 'Change the filters, or wait for a matching record.',
    clear: 'Clear filters',
    donate: 'Send a donation',
    older: 'Older records',
    full: (count: number) =>
      `The list has the newest ${count.toLocaleString('en')} records. Filter it to find older ones.`,
    searched: `Text, path or event, and status are searched in up to ${searchedRecords} records at a time, newest first.`,
    continueSearch: 'No match so far. Search older records, or wait for a matching record.',
    searchOlder: 'Search older records',
  },
  record: {
    title: 'Record',
    back: '← List',
    gone: 'There is no such record. It may have expired.',
    share: 'Copy link',
    shared: 'Link copied',
    neverSubscribed: (profile: WireProfile) => `The client left without subscribing. ${changeProfile(profile)}`,
    silent: (profile: WireProfile) => `The client has not subscribed for 10 seconds. ${changeProfile(profile)}`,
    ofPublicService:
      'The headers are those of a client of the public service. It needs the wire profile “observed”; this application has “documented”.',
    payload: 'Payload',
    reference: 'Open in the reference',
    request: 'Request',
    response: 'Response',
    headers: 'Headers',
    body: 'Body',
    truncated: 'The rest was not recorded.',
    attempts: (count: number) => pluralize(count, 'attempt'),
    resend: 'Resend',
    notification: 'Open the notification',
    attemptList: 'Attempts',
    lastResponse: 'Last response',
    eventId: 'Event ID',
  },
  missingEvent: {
    title: 'Who received it, and why not?',
    receiver: 'Receiver',
    result: 'Result',
    sent: 'Sent',
    notSent: 'Not sent',
    none: 'No application could have received this event.',
    receivers: (count: number) => pluralize(count, 'possible receiver'),
    notConnected: (count: number) =>
      pluralize(count, 'application that is not connected', 'applications that are not connected'),
    /** The heading of an application with listed sessions. */
    seeSessions: 'See its sessions.',
    refused: 'Open the refused request',
    more: (count: number) => `Show ${pluralize(count, 'more receiver')}`,
    /** Below the table, where an event was sent. */
    notHandled: {
      SESSION:
        'Sent, but your bot did not react? Check the event name in its code and the wire profile of the application.',
      WEBHOOK: 'Sent, but your server did not react? Check its logs: it answered with a 2xx status.',
    },
  },
  explanations,
  targets: {
    open: 'Open then and now',
    openThen: 'Open then',
    apps: 'By application',
    openedLater: 'Opened later',
    closed: 'Not open then, closed now',
    lastClosed: (shown: number, all: number) => `Not open then, closed now (last ${shown} of ${all})`,
    since: (from: string) => `since ${from}`,
    appSession: 'application session',
    anySession: 'any session',
    webhook: 'webhook',
    webhooks: 'Webhooks',
  },
}
