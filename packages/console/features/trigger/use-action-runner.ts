import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Endpoint } from '@onair/contract'
import { actions, inputOf } from '@onair/contract/sandbox/actions'
import { api } from '../../lib/api.ts'
import { platformNow } from '../../lib/platform-time.ts'
import { ActionRunner, type CallAction } from './action-runner.ts'

/** An action runner that stops when the component unmounts, and its state. */
export function useActionRunner() {
  const queries = useQueryClient()
  const [runner] = useState(
    () =>
      new ActionRunner(
        async (action, values, onResponse) => {
          const response = await callAction(action, values, onResponse)
          if (action === 'createPerson') void queries.invalidateQueries({ queryKey: ['people'] })
          return response
        },
        () => platformNow(queries),
      ),
  )
  useEffect(() => () => runner.stop(), [runner])
  return { runner, ...useSyncExternalStore(runner.subscribe, runner.getState) }
}

const callAction: CallAction = (action, values, onResponse) => {
  // The compiler cannot pair an action that is chosen at run time with its input; the server validates both.
  const call = api as (endpoint: Endpoint, input: object) => Promise<unknown>
  return call(actions[action], { ...inputOf(action, values), onResponse })
}
