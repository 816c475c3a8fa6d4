import { useQuery } from '@tanstack/react-query'
import { sandboxApi } from '@onair/contract'
import { api } from '../../lib/api.ts'

const noNames: ReadonlyMap<string, string> = new Map()

/** The names of applications by client id. An application that was deleted has none. */
export function useAppNames(ids: readonly (string | undefined)[]): ReadonlyMap<string, string> {
  const clientIds = [...new Set(ids)].filter((id) => id !== undefined && id !== '')
  const { data = noNames } = useQuery({
    queryKey: ['app-names', ...clientIds],
    queryFn: async () => {
      const lists = await Promise.all(
        clientIds.map((name) => api(sandboxApi.apps.listApps, { query: { name, size: 1 } })),
      )
      return new Map(lists.flatMap(({ data }) => data.map(({ clientId, name }) => [clientId, name])))
    },
    enabled: clientIds.length > 0,
  })
  return data
}
