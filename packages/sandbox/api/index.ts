import type { sandboxApi } from '@onair/contract'
import type { Platform } from '@onair/server/services.ts'
import type { ApiHandlers } from '@onair/server/api/pipeline/handler.ts'
import { apps } from './apps.ts'
import { channels } from './channels.ts'
import { createClockHandlers } from './clock.ts'
import { createDemoHandlers } from './demo.ts'
import { drops } from './drops.ts'
import { createFaultHandlers } from './faults.ts'
import { grants } from './grants.ts'
import { inspector } from './inspector.ts'
import { mails } from './mails.ts'
import { payments } from './payments.ts'
import { people } from './people.ts'
import { sessions } from './sessions.ts'
import { sinks } from './sinks.ts'
import { createSnapshotHandlers } from './snapshots.ts'
import type { SandboxServices } from '../sandbox-services.ts'
import { createWorldHandlers } from './worlds.ts'

export function createSandboxHandlers(
  platform: Platform,
  { faultPlan, worlds, writeUsage }: SandboxServices & { writeUsage: () => Promise<void> },
): ApiHandlers<typeof sandboxApi> {
  return {
    apps,
    channels,
    clock: createClockHandlers(writeUsage, platform),
    demo: createDemoHandlers(platform),
    drops,
    faults: createFaultHandlers(faultPlan),
    grants,
    inspector,
    mails,
    payments,
    people,
    sessions,
    sinks,
    snapshots: createSnapshotHandlers(worlds),
    worlds: createWorldHandlers(worlds),
  }
}
