import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { appsQuery, type AppListFilters } from '../lib/app-queries.ts'
import { strings } from '../locales/index.ts'

const { appSelect: t } = strings('common')

/** Applications offered at once. The user types to find another. */
const offered = 20

type App = { clientId: string; name: string }
type Props = Pick<SelectProps, 'label' | 'placeholder' | 'clearable'> & {
  value: string | null
  onChange: (clientId: string | null) => void
  filters?: Pick<AppListFilters, 'hasDropsScope'>
}

/**
 * Selects an application of the user. The server searches all by a part of the name or by id. An application of someone else
 * can be selected by the address of a page, and shows as its id.
 */
export function AppSelect({ value, onChange, filters, clearable = false, ...selectProps }: Props) {
  const [input, setInput] = useState('')
  const [chosen, setChosen] = useState<App | null>(null)
  const byId = useQuery({
    ...appsQuery({ name: value ?? '', size: 1 }),
    enabled: value !== null,
    placeholderData: undefined,
  })
  const loaded = byId.data?.data.find(({ clientId }) => clientId === value)
  const selected =
    value === null ? null : chosen?.clientId === value ? chosen : (loaded ?? { clientId: value, name: value })
  const isTyping = input.trim() !== '' && input !== selected?.name
  const [name] = useDebouncedValue(isTyping ? input.trim().slice(0, 200) : '', 200)
  const { data: found, isFetching } = useQuery(appsQuery({ ...filters, ...(name !== '' && { name }), size: offered }))
  const matches: readonly App[] = found?.data ?? []
  const options = [...new Map([...matches, ...(selected ? [selected] : [])].map((app) => [app.clientId, app])).values()]
  return (
    <Select
      {...selectProps}
      data={options.map(toOption)}
      value={value}
      onChange={(clientId) => {
        setChosen(options.find((app) => app.clientId === clientId) ?? null)
        onChange(clientId)
      }}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': t.clear }}
      allowDeselect={false}
      searchable
      onFocus={({ currentTarget }) => currentTarget.select()}
      onSearchChange={setInput}
      // The server has filtered already, also by id.
      filter={() => matches.map(toOption)}
      nothingFoundMessage={isFetching ? t.searching : t.notFound}
      maxDropdownHeight={280}
    />
  )
}

const toOption = ({ clientId, name }: App) => ({ value: clientId, label: name })
