import type { openApi } from '@onair/contract'
import type { ApiHandlers } from '../pipeline/handler.ts'
import { authorization } from './authorization.ts'
import { category } from './category.ts'
import { channel } from './channel.ts'
import { chat } from './chat.ts'
import { drops } from './drops.ts'
import { live } from './live.ts'
import { restriction } from './restriction.ts'
import { session } from './session.ts'
import { user } from './user.ts'

export const openHandlers: ApiHandlers<typeof openApi> = {
  authorization,
  category,
  channel,
  chat,
  drops,
  live,
  restriction,
  session,
  user,
}
