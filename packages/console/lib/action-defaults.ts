import type { sandboxApi, ContentOf } from '@onair/contract'
import { defaultsOf, type Action, type Values } from '@onair/contract/sandbox/actions'
import { strings } from '../locales/index.ts'

type Overview = ContentOf<typeof sandboxApi.demo.getOverview>

/** The initial values of an action's form. */
export function actionDefaults(action: Action, { demo }: Overview): Values {
  const channelIdOf = (role: string) => demo.people.find(({ is }) => is === role)?.channelId
  return defaultsOf(action, { clientId: demo.clientId, channelIdOf }, strings('common').sampleTexts)
}
