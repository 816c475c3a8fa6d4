import type { consoleApi } from '@onair/contract'
import type { ApiHandlers } from '../pipeline/handler.ts'
import { account } from './account.ts'
import { admin } from './admin/index.ts'
import { apps } from './apps.ts'
import { audience } from './audience.ts'
import { campaigns } from './campaigns.ts'
import { category } from './category.ts'
import { channels } from './channels.ts'
import { chatSettings } from './chat-settings.ts'
import { connectedApps } from './connected-apps.ts'
import { drops } from './drops.ts'
import { inspector } from './inspector.ts'
import { moderation } from './moderation.ts'
import { notices } from './notices.ts'
import { overlays } from './overlays.ts'
import { polls } from './polls.ts'
import { providers } from './providers.ts'
import { secondFactor } from './second-factor.ts'
import { profile } from './profile.ts'
import { gifts } from './gifts.ts'
import { uploads } from './uploads.ts'
import { recordings } from './recordings.ts'
import { reports } from './reports.ts'
import { restream } from './restream.ts'
import { schedule } from './schedule.ts'
import { studio } from './studio.ts'
import { teams } from './teams.ts'
import { video } from './video.ts'
import { watch } from './watch.ts'
import { webhooks } from './webhooks.ts'

export const consoleHandlers: ApiHandlers<typeof consoleApi> = {
  account,
  admin,
  apps,
  audience,
  campaigns,
  category,
  channels,
  chatSettings,
  connectedApps,
  drops,
  inspector,
  moderation,
  notices,
  overlays,
  polls,
  providers,
  secondFactor,
  profile,
  gifts,
  uploads,
  recordings,
  reports,
  restream,
  schedule,
  studio,
  teams,
  video,
  watch,
  webhooks,
}
