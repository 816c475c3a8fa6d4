import { Combobox, InputBase, Text, useCombobox, type InputBaseProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Search, SearchOption } from '../../lib/search-options.ts'
import { strings } from '../../locales/index.ts'
import { ErrorText } from './error-text.tsx'

const { searchSelect: t } = strings('common')

type Props = Pick<InputBaseProps, 'label' | 'description' | 'error' | 'required' | 'inputWrapperOrder'> & {
  /** A value that the server does not find shows as it is. */
  value: string | null
  /** Null when the selection was cleared. */
  onChange: (option: SearchOption | null) => void
  search: Search
  /** Offered first, before the user types. */
  suggested?: readonly SearchOption[]
  placeholder?: string
  /** Shown while nothing is typed and there is no option. */
  hint?: string
  clearable?: boolean
}

/** Selects one of any number of options. Enter chooses the first match, and never sends a form while the user types. */
export function SearchSelect({
  value,
  onChange,
  search,
  suggested = [],
  placeholder,
  hint = t.notFound,
  clearable = false,
  ...inputProps
}: Props) {
  /** Null while the user does not type. */
  const [text, setText] = useState<string | null>(null)
  const [chosen, setChosen] = useState<SearchOption | null>(null)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const known = [chosen, ...suggested].find((option) => option?.value === value)
  const byValue = useQuery({ ...search(value ?? ''), enabled: value !== null && !known })
  const isLoading = value !== null && !known && byValue.isLoading
  const named = known ?? byValue.data?.find((option) => option.value === value)
  const label = named?.label ?? (isLoading ? '' : (value ?? ''))

  const typed = text?.trim() ?? ''
  const { options, isSettled, error } = useOptions(search, typed, { suggested, isOpen: combobox.dropdownOpened })
  const choose = (option: SearchOption | null) => {
    setChosen(option)
    setText(null)
    combobox.closeDropdown()
    onChange(option)
  }
  const queries = useQueryClient()
  const chooseFirst = useMutation({
    mutationFn: () => queries.fetchQuery(search(typed)),
    onSuccess: ([first]) => first && choose(first),
  })
  // The combobox chooses the selected option, if there is one.
  const handleEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || text === null) return
    event.preventDefault()
    if (typed === '' && clearable) choose(null)
    else if (typed !== '' && !isSettled && options.length === 0) chooseFirst.mutate()
  }
  const { selectFirstOption } = combobox
  const firstValue = options[0]?.value
  useEffect(() => {
    if (typed !== '' && firstValue !== undefined) selectFirstOption()
  }, [typed, firstValue, selectFirstOption])

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(submitted) => choose(options.find((option) => option.value === submitted) ?? null)}
    >
      <Combobox.Target withExpandedAttribute>
        <InputBase
          {...inputProps}
          placeholder={isLoading ? undefined : placeholder}
          maxLength={200}
          autoComplete="off"
          value={text ?? label}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            combobox.openDropdown()
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={({ currentTarget }) => {
            currentTarget.select()
            // The list would cover the error.
            if (!inputProps.error) combobox.openDropdown()
          }}
          onBlur={() => {
            setText(null)
            combobox.closeDropdown()
          }}
          onKeyDown={handleEnter}
          __clearSection={<Combobox.ClearButton aria-label={t.clear} onClear={() => choose(null)} />}
          __clearable={clearable && value !== null}
          __defaultRightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
        />
      </Combobox.Target>
      <Options options={options} value={value}>
        {error ? <ErrorText error={error} /> : !isSettled ? t.searching : typed === '' ? hint : t.notFound}
      </Options>
    </Combobox>
  )
}

type OptionsProps = { options: readonly SearchOption[]; value: string | null; children: ReactNode }

/** The list of options, or `children` where there are none. */
function Options({ options, value, children }: OptionsProps) {
  return (
    <Combobox.Dropdown>
      <Combobox.Options mah={280} style={{ overflowY: 'auto' }}>
        {options.map((option) => (
          <Combobox.Option key={option.value} value={option.value} active={option.value === value}>
            <bdi>{option.label}</bdi>
            {option.detail !== undefined && (
              <Text span display="block" size="sm" opacity={0.75}>
                {option.detail}
              </Text>
            )}
          </Combobox.Option>
        ))}
        {options.length === 0 && <Combobox.Empty>{children}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox.Dropdown>
  )
}

/** The options for a text. Until the server has answered, those of the text before that match this one too. */
function useOptions(
  search: Search,
  typed: string,
  { suggested, isOpen }: { suggested: readonly SearchOption[]; isOpen: boolean },
) {
  const [searched] = useDebouncedValue(typed, 200)
  const found = useQuery({ ...search(searched), enabled: isOpen, placeholderData: (before) => before })
  const isSettled = searched === typed && !found.isPlaceholderData && !found.isPending
  const first = typed === '' ? suggested : []
  const all = [...new Map([...first, ...(found.data ?? [])].map((option) => [option.value, option])).values()]
  return { options: isSettled ? all : all.filter((option) => hasText(option, typed)), isSettled, error: found.error }
}

function hasText({ value, label }: SearchOption, text: string): boolean {
  return label.toLowerCase().includes(text.toLowerCase()) || value.startsWith(text)
}
