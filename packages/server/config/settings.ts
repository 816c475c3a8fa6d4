import { addressSettings } from './addresses.ts'
import { applicationSettings } from './applications.ts'
import { dataSettings } from './data.ts'
import { identitySettings } from './identity.ts'
import { limitSettings } from './limits.ts'
import { mailSettings } from './mail.ts'
import { mediaSettings } from './media.ts'
import { operationsSettings } from './operations.ts'
import { processSettings } from './process.ts'
import { recordingSettings } from './recording.ts'
import { retentionSettings } from './retention.ts'
import { signInProviderSettings } from './sign-in-providers.ts'
import { webhookSettings } from './webhooks.ts'

/** All settings, in the order of docs/operate/settings.md, which `onair config` prints. */
export const settings = {
  ...processSettings,
  ...operationsSettings,
  ...addressSettings,
  ...dataSettings,
  ...recordingSettings,
  ...webhookSettings,
  ...applicationSettings,
  ...retentionSettings,
  ...limitSettings,
  ...mediaSettings,
  ...identitySettings,
  ...signInProviderSettings,
  ...mailSettings,
}

export type Config = Readonly<{ [K in keyof typeof settings]: (typeof settings)[K]['defaultValue'] }>
