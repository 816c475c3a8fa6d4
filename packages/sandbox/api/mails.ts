import type { sandboxApi } from '@onair/contract'
import type { Handlers } from '@onair/server/api/pipeline/handler.ts'
import { listMails } from '../mails/list-mails.ts'

export const mails: Handlers<typeof sandboxApi.mails> = {
  async listMails({ query }, deps) {
    return listMails(query, deps)
  },
}
