import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, type CategoryType } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { language, strings } from '../../locales/index.ts'
import type { CategoryDetails } from './studio-queries.ts'
import classes from './studio.module.css'

const { category: t } = strings('studio')

type Props = { value: CategoryDetails | null; onChange: (value: CategoryDetails | null) => void }

/** Searches categories by a part of their Korean or English name. */
export function CategorySelect({ value, onChange }: Props) {
  const [input, setInput] = useState('')
  const [search] = useDebouncedValue(input.trim(), 200)
  const { data: found, isFetching } = useQuery({
    queryKey: ['categories', search],
    queryFn: () => api(consoleApi.studio.searchCategories, { query: { query: search } }),
    enabled: search !== '',
    staleTime: 60_000,
    placeholderData: (before) => before,
  })
  const options = search === '' ? [] : (found?.data ?? [])
  const isListed = value === null || options.some(({ categoryId }) => categoryId === value.categoryId)
  const categories = isListed ? options : [value, ...options]
  return (
    <Select
      label={t.label}
      description={t.hint}
      placeholder={t.none}
      data={categories.map((one) => ({ value: one.categoryId, label: categoryName(one) }))}
      value={value?.categoryId ?? null}
      onChange={(chosen) => onChange(categories.find(({ categoryId }) => categoryId === chosen) ?? null)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t.clear }}
      onSearchChange={setInput}
      // The server has filtered already; it matches names in both languages.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <span className={classes.categoryOption}>
          <span>{option.label}</span>
          <span className="small soft">{categoryTypeLabel(categories, option.value)}</span>
        </span>
      )}
      nothingFoundMessage={input.trim() === '' ? t.type : isFetching ? t.searching : t.notFound}
      maxDropdownHeight={280}
    />
  )
}

function categoryName({ categoryValue, englishName }: CategoryDetails): string {
  return language === 'ko' ? categoryValue : englishName
}

function categoryTypeLabel(all: readonly CategoryDetails[], id: string): string {
  const type: CategoryType = all.find(({ categoryId }) => categoryId === id)?.categoryType ?? 'ETC'
  return t.types[type]
}
