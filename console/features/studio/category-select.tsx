import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, type CategoryType } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { localize, language } from '../../lib/language.ts'
import type { CategoryDetails } from './studio-queries.ts'
import classes from './studio.module.css'

type Props = { value: CategoryDetails | null; onChange: (value: CategoryDetails | null) => void }

/** A category, found while one types a part of its Korean or English name. */
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
      // What was found is what matches: the platform compares names in two languages.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <span className={classes.categoryOption}>
          <span>{option.label}</span>
          <span className="small soft">{categoryTypeLabel(categories, option.value)}</span>
        </span>
      )}
      nothingFoundMessage={input.trim() === '' ? t.type : isFetching ? t.searching : t.nothing}
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

const t = localize({
  ko: {
    label: '카테고리',
    hint: '이름의 일부를 한국어나 영어로 쓰면 찾아 줍니다.',
    none: '카테고리 없음',
    clear: '카테고리 지우기',
    type: '이름을 써 보세요.',
    searching: '찾는 중 …',
    nothing: '그런 카테고리가 없습니다.',
    types: { GAME: '게임', SPORTS: '스포츠', ETC: '그 외' },
  },
  en: {
    label: 'Category',
    hint: 'Type a part of its name, in English or Korean.',
    none: 'No category',
    clear: 'Remove the category',
    type: 'Type a name.',
    searching: 'Searching …',
    nothing: 'There is no such category.',
    types: { GAME: 'Game', SPORTS: 'Sports', ETC: 'Other' },
  },
})
