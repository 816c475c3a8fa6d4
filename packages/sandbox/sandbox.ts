import { sandboxApi } from '@onair/contract'
import type { ApiExtension } from '@onair/server/api/extension.ts'
import { routesOf } from '@onair/server/api/pipeline/handler.ts'
import { requireQuota, type QuotaCheck } from '@onair/server/api/limits/quota.ts'
import { registerRoute } from '@onair/server/api/pipeline/route.ts'
import type { Extension, OpenExtension } from '@onair/server/extension.ts'
import { deleteMails } from '@onair/server/features/mail/mail-store.ts'
import { deleteSubscriptions } from '@onair/server/features/notices/push-store.ts'
import { deleteProcesses } from '@onair/server/features/operators/process-store.ts'
import { endCopiedSessions } from '@onair/server/features/sessions/session-store.ts'
import { replaceWebhookOrigin } from '@onair/server/features/webhooks/webhook-store.ts'
import type { ProgramSource } from '@onair/server/program-source.ts'
import type { Platform } from '@onair/server/services.ts'
import { Refusal } from '@onair/server/shared/refusal.ts'
import { createSandboxHandlers } from './api/index.ts'
import { serveSinks } from './api/receive-webhooks.ts'
import { sandboxAccess, sandboxOriginCheck } from './api/sandbox-access.ts'
import { demoPeople, prepareCopiedDemo, prepareDemo } from './demo/demo.ts'
import { sandboxSecret } from './demo/sandbox-secret.ts'
import { openFaults } from './faults/fault-hooks.ts'
import type { SandboxServices } from './sandbox-services.ts'
import { sandboxAccessRoutes } from './pages/sandbox-access.ts'
import { getSandboxToken, showSandboxCode } from './pages/sandbox-code.ts'
import { showSandboxHome } from './pages/sandbox-home.ts'
import { showSandboxMails } from './pages/sandbox-mails.ts'
import { continueTestPictures } from './test-picture/show-test-picture.ts'
import type { Worlds } from './worlds.ts'

/** The sandbox around a platform: demo data, faults, the sandbox API and its pages, and copies if it can be copied. */
export function createSandbox(createWorlds?: (source: ProgramSource) => Worlds): OpenExtension {
  let worlds: Worlds | null = null
  return async (deps, source): Promise<Extension> => {
    // A program opens its platform again when its data is replaced. Its copies stay.
    if (source !== null) worlds ??= createWorlds?.(source) ?? null
    const faults = await openFaults(deps)
    const services = { faultPlan: faults.faultPlan, worlds }
    return {
      hooks: faults.hooks,
      prepare: prepareData,
      extendApi: (platform) => extendApi(platform, services),
      [Symbol.asyncDispose]: () => faults[Symbol.asyncDispose](),
    }
  }
}

/**
 * Inserts the demo data where it is missing. A copy has no sessions, mails, browsers for notices and processes,
 * and its webhooks do not lead to the original.
 */
const prepareData: Extension['prepare'] = async (platform, copiedFrom) => {
  const insertDemo = copiedFrom?.isOwn ? prepareCopiedDemo(platform) : await prepareDemo(platform)
  await platform.db.transaction(async (tx) => {
    await insertDemo(tx)
    if (copiedFrom === undefined) return
    await endCopiedSessions(tx, platform.clock.now())
    await deleteMails(tx)
    await deleteSubscriptions(tx)
    await deleteProcesses(tx)
    await replaceWebhookOrigin(tx, copiedFrom.baseUrl, platform.addresses.baseUrl)
  })
  await continueTestPictures(platform)
}

/** Callers with access to the sandbox have no quota there. */
const uncounted: QuotaCheck = () => null

function extendApi(platform: Platform, services: SandboxServices): ApiExtension {
  const checkOrigin = sandboxOriginCheck(platform.addresses)
  const hasAccess = sandboxAccess(platform)
  return {
    hasAccess,
    demoPeople: demoPeople(platform),
    pages: [showSandboxHome, showSandboxMails, showSandboxCode, getSandboxToken, ...sandboxAccessRoutes],
    registerRoutes(server, routeServices) {
      void server.register(async (sandboxServer) => {
        sandboxServer.addHook('onRequest', async (request) => {
          checkOrigin(request)
          request.hasReasonField = true
        })
        // Sinks receive webhooks, which carry no secret of the sandbox.
        serveSinks(sandboxServer, sandboxSecret(platform) === null, platform)
        void sandboxServer.register(async (protectedServer) => {
          protectedServer.addHook('onRequest', async (request) => {
            if (hasAccess(request)) return
            requireQuota(await routeServices.quota({ kind: 'none' }, request.ip, platform.clock.now()))
            throw new Refusal('unauthorized', 'SANDBOX_SECRET_MISSING')
          })
          const handlers = createSandboxHandlers(platform, {
            ...services,
            writeUsage: () => routeServices.usage.flush(),
          })
          for (const route of routesOf(sandboxApi, handlers))
            registerRoute(protectedServer, route, { ...routeServices, quota: uncounted })
        })
      })
    },
  }
}
