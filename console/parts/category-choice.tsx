import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleStudio, type CategoryType } from '@onair/contract'
import { api } from '../api.ts'
import { inLanguage, language } from '../language.ts'
import type { NamedCategory } from '../studio-queries.ts'

type Given = { value: NamedCategory | null; onChange: (value: NamedCategory | null) => void }

/** A category, found while one types a part of its Korean or English name. */
export function CategoryChoice({ value, onChange }: Given) {
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), 200)
  const { data: found, isFetching } = useQuery({
    queryKey: ['categories', asked],
    queryFn: () => api(consoleStudio.searchCategories, { query: { query: asked } }),
    enabled: asked !== '',
    staleTime: 60_000,
    placeholderData: (before) => before,
  })
  const offered = asked === '' ? [] : (found?.data ?? [])
  const known = value === null || offered.some(({ categoryId }) => categoryId === value.categoryId)
  const all = known ? offered : [value, ...offered]
  return (
    <Select
      label={said.label}
      description={said.hint}
      placeholder={said.none}
      data={all.map((one) => ({ value: one.categoryId, label: nameOf(one) }))}
      value={value?.categoryId ?? null}
      onChange={(chosen) => onChange(all.find(({ categoryId }) => categoryId === chosen) ?? null)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': said.clear }}
      onSearchChange={setTyped}
      // What was found is what matches: the platform compares names in two languages.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <span className="category">
          <span>{option.label}</span>
          <span className="small soft">{typeOf(all, option.value)}</span>
        </span>
      )}
      nothingFoundMessage={typed.trim() === '' ? said.type : isFetching ? said.searching : said.nothing}
      maxDropdownHeight={280}
    />
  )
}

function nameOf({ categoryValue, englishName }: NamedCategory): string {
  return language === 'ko' ? categoryValue : englishName
}

function typeOf(all: readonly NamedCategory[], id: string): string {
  const type: CategoryType = all.find(({ categoryId }) => categoryId === id)?.categoryType ?? 'ETC'
  return said.types[type]
}

const said = inLanguage({
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
