/** Why an address is no webhook, for who sets it and for the attempts to it. Apart from the other codes, which pages do not load. */
export const webhookAddressCodes = {
  INVALID_URL: 'is not a valid URL',
  /** This code is like URL_WITH_CREDENTIALS for redirect URIs, but also a cause of a failed attempt. */
  WEBHOOK_CREDENTIALS_NOT_ALLOWED: 'a webhook URL must not contain a user name or password',
  WEBHOOK_SCHEME_NOT_ALLOWED: 'webhooks do not support the scheme {scheme}',
  WEBHOOK_HOST_NOT_TRUSTED:
    'webhooks with http go to this machine only; to allow the host {host}, start the sandbox with ONAIR_WEBHOOK_HOSTS={host}',
  WEBHOOK_PORT_NOT_ALLOWED: 'webhooks are not sent to port {port}',
  WEBHOOK_ADDRESS_NOT_ALLOWED: 'webhooks are not sent to the address {address}',
  HOST_NOT_FOUND: 'the host name has no address',
} as const
