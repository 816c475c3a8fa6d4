import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Endpoint } from '@onair/contract'
import { actions, inputOf } from '@onair/contract/sandbox/actions'
import { api } from '../../lib/api.ts'
import { platformNow } from '../../lib/platform-time.ts'
import { ActionRunner, type CallAction } from './action-runner.ts'

/** The runner of this tab: the results stay when the user leaves the page and returns. */
let tabRunner: ActionRunner | null = null

/** The action runner and its state. Its burst stops when the component unmounts. */
export function useActionRunner() {
  const queries = useQueryClient()
  const [runner] = useState(() => (tabRunner ??= createRunner(queries)))
  useEffect(() => () => runner.stop(), [runner])
  return { runner, ...useSyncExternalStore(runner.subscribe, runner.getState) }
}

function createRunner(queries: QueryClient): ActionRunner {
  return new ActionRunner(
    async (action, values, onResponse) => {
      const response = await callAction(action, values, onResponse)
      if (action === 'createPerson') void queries.invalidateQueries({ queryKey: ['people'] })
      if (action === 'createCampaign') void queries.invalidateQueries({ queryKey: ['sandbox-rewards'] })
      return response
    },
    () => platformNow(queries),
  )
}

const callAction: CallAction = (action, values, onResponse) => {
  // The compiler cannot pair an action that is chosen at run time with its input; the server validates both.
  const call = api as (endpoint: Endpoint, input: object) => Promise<unknown>
  return call(actions[action], { ...inputOf(action, values), onResponse })
}
