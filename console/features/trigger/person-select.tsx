import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sandboxApi } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { strings } from '../../locales/index.ts'

const { input: t } = strings('trigger')

export type Person = { channelId: string; channelName: string }
type Props = {
  label: string
  required: boolean
  placeholder: string
  value: string | null
  /** Offered before the user types. */
  people: readonly Person[]
  onChange: (channelId: string | null) => void
}

/** Selects a user of the sandbox. The server searches all users by a part of their name or by id. */
export function PersonSelect({ value, people, onChange, required, ...selectProps }: Props) {
  const [input, setInput] = useState('')
  const [chosen, setChosen] = useState<Person | null>(null)
  const selected = [chosen, ...people].find((person) => person?.channelId === value) ?? null
  const isTyping = input.trim() !== '' && input !== selected?.channelName
  const [name] = useDebouncedValue(isTyping ? input.trim().slice(0, 32) : '', 200)
  const { data: found, isFetching } = useQuery({
    queryKey: ['people', name],
    queryFn: () => api(sandboxApi.people.listPeople, { query: { name } }),
    enabled: name !== '',
    placeholderData: (before) => before,
  })
  const matches = name === '' ? people : (found?.data ?? [])
  const options = [
    ...new Map([...matches, ...(selected ? [selected] : [])].map((one) => [one.channelId, one])).values(),
  ]
  const toOption = ({ channelId, channelName }: Person) => ({ value: channelId, label: channelName })
  return (
    <Select
      {...selectProps}
      required={required}
      data={options.map(toOption)}
      value={value}
      onChange={(channelId) => {
        setChosen(options.find((person) => person.channelId === channelId) ?? null)
        onChange(channelId)
      }}
      clearable={!required}
      searchable
      onFocus={({ currentTarget }) => currentTarget.select()}
      onSearchChange={setInput}
      // The server has filtered already, also by id.
      filter={() => matches.map(toOption)}
      nothingFoundMessage={isFetching ? t.searching : t.noMatch}
      maxDropdownHeight={280}
    />
  )
}
