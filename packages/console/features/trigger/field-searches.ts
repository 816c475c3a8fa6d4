import { consoleApi, sandboxApi } from '@onair/contract'
import type { Field } from '@onair/contract/sandbox/actions'
import { api } from '../../lib/api.ts'
import { categoryName } from '../channels/category-name.ts'
import { optionsPerSearch, type Search } from '../../lib/search-options.ts'
import { strings } from '../../locales/index.ts'

const { campaignStates } = strings('trigger').input
const categoryTypes = strings('common').category.types

/** The user of the sandbox, by a part of the name or the id. */
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

/** The application, with its owner. */
export const searchApps: Search = (text) => {
  const name = text.slice(0, 100)
  return {
    queryKey: ['sandbox-apps', name],
    queryFn: async () => {
      const { data } = await api(sandboxApi.apps.listApps, { query: { name, size: optionsPerSearch } })
      return data.map(({ clientId, name, ownerChannelName }) => ({
        value: clientId,
        label: ownerChannelName === null ? name : `${name} · ${ownerChannelName}`,
        detail: shorten(clientId),
      }))
    },
  }
}

/** The category, by a part of its Korean or English name or by its id. The first ones by name for an empty text. */
const searchCategories: Search = (text) => {
  const query = text.trim()
  return {
    queryKey: ['category-options', query],
    queryFn: async () => {
      const { data } = await api(consoleApi.category.searchCategories, {
        query: { ...(query !== '' && { query }), size: optionsPerSearch },
      })
      return data.map((category) => ({
        value: category.categoryId,
        label: categoryName(category),
        detail: categoryTypes[category.categoryType],
      }))
    },
  }
}

/** The reward that can be claimed, with its campaign. */
export const searchRewards: Search = (text) => {
  const name = text.slice(0, 100)
  return {
    queryKey: ['sandbox-rewards', name],
    queryFn: async () => {
      const { data } = await api(sandboxApi.drops.listRewards, { query: { name, size: optionsPerSearch } })
      return data.map(({ rewardId, rewardName, campaignTitle, campaignState, appName }) => ({
        value: rewardId,
        label: `${rewardName} · ${campaignTitle}`,
        detail: `${campaignStates[campaignState]} · ${appName} · ${shorten(rewardId)}`,
      }))
    },
  }
}

/** The fields whose value the user finds by a name. */
export const fieldSearches: Partial<Record<Field, Search>> = {
  channelId: searchPeople,
  byChannelId: searchPeople,
  clientId: searchApps,
  categoryId: searchCategories,
  rewardId: searchRewards,
}

/** The start of an id. Options with equal names differ in it. */
function shorten(id: string): string {
  return id.slice(0, 8)
}
