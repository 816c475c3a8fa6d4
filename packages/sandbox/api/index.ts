import type { sandboxApi } from '@onair/contract'
import type { Deps } from '@onair/server/infra/deps.ts'
import type { ApiHandlers } from '@onair/server/api/handler.ts'
import { apps } from './apps.ts'
import { channels } from './channels.ts'
import { clock } from './clock.ts'
import { createDemoHandlers } from './demo.ts'
import { drops } from './drops.ts'
import { faults } from './faults.ts'
import { grants } from './grants.ts'
import { inspector } from './inspector.ts'
import { payments } from './payments.ts'
import { people } from './people.ts'
import { sessions } from './sessions.ts'
import { sinks } from './sinks.ts'
import { snapshots } from './snapshots.ts'
import { worlds } from './worlds.ts'

export function createSandboxHandlers(deps: Deps): ApiHandlers<typeof sandboxApi> {
  return {
    apps,
    channels,
    clock,
    demo: createDemoHandlers(deps),
    drops,
    faults,
    grants,
    inspector,
    payments,
    people,
    sessions,
    sinks,
    snapshots,
    worlds,
  }
}
