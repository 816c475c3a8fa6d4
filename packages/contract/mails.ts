/** The mails of the platform. */
export const mailKinds = [
  'VERIFY_EMAIL',
  'RESET_PASSWORD',
  'PASSWORD_CHANGED',
  'EMAIL_CHANGED',
  'NEW_SIGN_IN',
  'SECOND_FACTOR_CHANGED',
  'PASSKEY_CHANGED',
  'PROVIDER_LINK_CHANGED',
  'APP_IDLE',
  'WEBHOOK_FAILING',
  'REPORT_DECIDED',
  'SIGN_UP_APPROVED',
  'SIGN_UP_REFUSED',
  'STREAMING_APPROVED',
  'STREAMING_DECLINED',
  'ORGANIZATION_APPROVED',
  'ORGANIZATION_DECLINED',
  'ORGANIZATION_ENDED',
  'LIVE_STARTED',
  'LIVE_MODERATED',
  'TEAM_INVITATION',
] as const
export type MailKind = (typeof mailKinds)[number]

/** `REJECTED`: the server refused it, or no attempt succeeded. `BOUNCED`: the server took it, and could not deliver it. */
export const mailStates = ['WAITING', 'SENT', 'REJECTED', 'BOUNCED'] as const
export type MailState = (typeof mailStates)[number]
