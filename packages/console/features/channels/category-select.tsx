import { Group, Select, Text, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, type ContentOf } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { categoryName } from './category-name.ts'
import { strings } from '../../locales/index.ts'

const { category: t } = strings('common')

export type Category = ContentOf<typeof consoleApi.category.searchCategories>['data'][number]

/** The text that the field shows for the selected category. */
export type NamedCategory = Pick<Category, 'categoryId' | 'categoryValue' | 'englishName'>

type Props = Pick<SelectProps, 'description' | 'placeholder' | 'clearable' | 'withAsterisk' | 'error'> & {
  value: NamedCategory | null
  onChange: (value: Category | null) => void
}

/** Selects a category, searched by a part of its Korean or English name. Enter chooses the first match. */
export function CategorySelect({ value, onChange, description = t.hint, error, ...selectProps }: Props) {
  const [input, setInput] = useState('')
  const [search] = useDebouncedValue(input.trim(), 200)
  // The first ones are suggested before anything is typed.
  const [isOpened, setOpened] = useState(false)
  const {
    data: found,
    isFetching,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['categories', search],
    queryFn: () => api(consoleApi.category.searchCategories, { query: search === '' ? {} : { query: search } }),
    enabled: isOpened,
    staleTime: 60_000,
    placeholderData: (before) => before,
  })
  const matches = found?.data ?? []
  const isSettled = search === input.trim() && !isFetching && !isPlaceholderData
  const hasValue = value === null || matches.some(({ categoryId }) => categoryId === value.categoryId)
  const categories = hasValue ? matches : [value, ...matches]
  return (
    <Select
      placeholder={t.none}
      {...selectProps}
      error={error}
      // The list would cover the error.
      openOnFocus={!error}
      label={t.label}
      description={description}
      data={categories.map(toOption)}
      value={value?.categoryId ?? null}
      onChange={(selected) => onChange(matches.find(({ categoryId }) => categoryId === selected) ?? null)}
      searchable
      // Typing replaces the selected category.
      onFocus={({ currentTarget }) => {
        currentTarget.select()
        setOpened(true)
      }}
      clearButtonProps={{ 'aria-label': t.clear }}
      onSearchChange={setInput}
      // It changes when the matches of the typed text arrive.
      selectFirstOptionOnChange={search !== '' && isSettled}
      // Enter before that does not submit the form.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !isSettled) event.preventDefault()
      }}
      allowDeselect={false}
      // The server has filtered already; it matches names in both languages. The selected category is no match.
      filter={() => matches.map(toOption)}
      renderOption={({ option }) => (
        <Group component="span" justify="space-between" gap="md" wrap="nowrap" w="100%">
          <span>{option.label}</span>
          <Text span size="sm" opacity={0.75}>
            {categoryTypeLabel(matches, option.value)}
          </Text>
        </Group>
      )}
      nothingFoundMessage={isFetching ? t.searching : t.notFound}
      maxDropdownHeight={280}
    />
  )
}

function toOption(category: NamedCategory) {
  return { value: category.categoryId, label: categoryName(category) }
}

function categoryTypeLabel(categories: readonly Category[], id: string): string {
  return t.types[categories.find(({ categoryId }) => categoryId === id)?.categoryType ?? 'ETC']
}
