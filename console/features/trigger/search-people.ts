import { sandboxApi } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { optionsPerSearch, type Search } from '../../lib/search-options.ts'

/** The search of a select for a user of the sandbox, by a part of the name or the id. */
export const searchPeople: Search = (text) => {
  // As long as the contract allows.
  const name = text.slice(0, 32)
  return {
    queryKey: ['people', name],
    queryFn: async () => {
      const { data } = await api(sandboxApi.people.listPeople, { query: { name, size: optionsPerSearch } })
      return data.map(({ channelId, channelName }) => ({ value: channelId, label: channelName }))
    },
  }
}
