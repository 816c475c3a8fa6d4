import type { QueryKey } from '@tanstack/react-query'

/** Options that a search asks for. The user types to find another. */
export const optionsPerSearch = 20

/** `detail` is a second line of the list, for options with equal labels. */
export type SearchOption = { value: string; label: string; detail?: string }

/** Finds the options that match a text or have it as value; for an empty text, for the first ones. */
export type Search = (text: string) => { queryKey: QueryKey; queryFn: () => Promise<SearchOption[]> }
