import type { ReportDecision, ReportKind, ReportReason } from '@onair/contract'

export const reports = {
  kinds: { MESSAGE: 'Message', CHANNEL: 'Channel', APP: 'Application' } satisfies Record<ReportKind, string>,
  reasons: {
    SPAM: 'Spam or advertising',
    HARASSMENT: 'Harassment or hate',
    SEXUAL: 'Sexual content',
    VIOLENCE: 'Violence or threats',
    IMPERSONATION: 'Impersonation or fraud',
    ILLEGAL: 'Illegal content',
    OTHER: 'Something else',
  } satisfies Record<ReportReason, string>,
  decisions: { ACTION_TAKEN: 'Action taken', NO_VIOLATION: 'No violation' } satisfies Record<ReportDecision, string>,
  open: 'Under review',
  form: {
    title: {
      MESSAGE: (name: string) => `Report a message of ${name}`,
      CHANNEL: (name: string) => `Report the channel ${name}`,
      APP: (name: string) => `Report the application ${name}`,
    } satisfies Record<ReportKind, (name: string) => string>,
    reason: 'Why are you reporting this?',
    text: 'Details (optional)',
    next: 'The people who run this site review your report and answer in your account; nobody else learns that you sent it.',
    submit: 'Send the report',
    done: 'Thank you. The people who run this site review your report, and you find their answer in your account.',
    own: 'See your reports',
  },
  app: {
    title: 'Report an application',
    leadsTo: 'Leads to',
    cancel: 'Close this page to return to the request of the application.',
  },
  own: {
    title: 'Your reports',
    about: 'What you reported to the people who run this site, and their answers.',
    subject: {
      MESSAGE: (name: string) => `A message of ${name}`,
      CHANNEL: (name: string) => `The channel ${name}`,
      APP: (name: string) => `The application ${name}`,
    } satisfies Record<ReportKind, (name: string) => string>,
    answer: 'Answer:',
  },
}
