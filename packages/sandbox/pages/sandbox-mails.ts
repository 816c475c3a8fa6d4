import { Refusal } from '@onair/server/shared/refusal.ts'
import { definePage, page, redirect, withReturnPath } from '@onair/server/api/pages/page-route.ts'
import { listMails } from '../mails/list-mails.ts'
import { sandboxMailsPage } from './sandbox-mails-page.ts'

const pageSize = 20
const path = '/sandbox/mails'

/** The mailbox of a sandbox: the mails to all people, or to the one of the parameter `channelId`; `mail` is the open one. */
export const showSandboxMails = definePage('GET', path, async (request, deps) => {
  if (!request.hasSandboxAccess) return redirect(withReturnPath('/sandbox/access', request.currentPath ?? path))
  const channelId = /^[0-9a-f]{32}$/.exec(request.query.get('channelId') ?? '')?.[0]
  const next = request.query.get('next') ?? undefined
  const filter = { size: pageSize, ...(channelId !== undefined && { channelId }) }
  const mails = await listMails({ ...filter, ...(next !== undefined && { next }) }, deps).catch((error: unknown) => {
    // A cursor that is none shows the first page.
    if (error instanceof Refusal) return listMails(filter, deps)
    throw error
  })
  const mailId = request.query.get('mail') ?? undefined
  return page(sandboxMailsPage(request, { mails, channelId, mailId, path, zone: deps.config.displayZone }))
})
