import { Checkbox, Stack, TagsInput, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { consoleStudio, limits } from '@onair/contract'
import { api } from '../api.ts'
import { useEdits } from '../edits.ts'
import { inLanguage } from '../language.ts'
import { CategoryChoice } from '../parts/category-choice.tsx'
import { Failed } from '../parts/failed.tsx'
import { Loading } from '../parts/loading.tsx'
import { Saving } from '../parts/saving.tsx'
import { Title } from '../parts/title.tsx'
import { faultOfTags, faultOfTitle } from '../setting-faults.ts'
import { settingQuery, type Setting } from '../studio-queries.ts'

/** What the broadcasts of one's channel show. */
export function StudioBroadcast() {
  const { data: setting, error, refetch } = useQuery(settingQuery)
  return (
    <Stack gap="lg">
      <div>
        <Title>{said.title}</Title>
        <p className="small soft">{said.about}</p>
      </div>
      {setting ? (
        <Settings setting={setting} />
      ) : error ? (
        <Failed error={error} again={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Stack>
  )
}

function Settings({ setting }: { setting: Setting }) {
  const { values, changes, hasChanged, set, forget } = useEdits(setting)
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: ({ category, ...others }: Partial<Setting>) =>
      api(consoleStudio.changeSetting, {
        body: { ...others, ...(category !== undefined && { categoryId: category?.categoryId ?? '' }) },
      }),
    onSuccess: async (_, saved) => {
      await queries.invalidateQueries({ queryKey: ['studio'] })
      forget(saved)
    },
  })
  const titleFault = faultOfTitle(values.defaultLiveTitle)
  const tagsFault = faultOfTags(values.tags)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(changes)
  }
  return (
    <form onSubmit={submit} className="card" aria-label={said.title}>
      <Stack gap="lg" maw={620}>
        <TextInput
          label={said.liveTitle}
          value={values.defaultLiveTitle}
          onChange={(event) => set({ defaultLiveTitle: event.currentTarget.value })}
          error={titleFault}
          maxLength={400}
          required
        />
        <CategoryChoice value={values.category} onChange={(category) => set({ category })} />
        <TagsInput
          label={said.tags}
          description={said.tagsHint}
          value={values.tags}
          onChange={(tags) => set({ tags: [...new Set(tags.map((tag) => tag.normalize('NFC')))] })}
          error={tagsFault}
          maxTags={limits.liveTags}
          clearable
          clearButtonProps={{ 'aria-label': said.noTags }}
          splitChars={[',', ' ']}
          acceptValueOnBlur
        />
        <Checkbox
          label={said.adult}
          description={said.adultHint}
          checked={values.adult}
          onChange={(event) => set({ adult: event.currentTarget.checked })}
        />
        <Saving
          hasChanged={hasChanged}
          isWrong={titleFault !== null || tagsFault !== null}
          saving={save}
          undo={() => forget(changes)}
        />
      </Stack>
    </form>
  )
}

const said = inLanguage({
  ko: {
    title: '방송 설정',
    about: '방송 중에 바꾸면 바로 보입니다. 허용한 애플리케이션도 이 설정을 보거나 바꿀 수 있습니다.',
    liveTitle: '제목',
    tags: '태그',
    tagsHint: `${limits.liveTags}개까지, 글자와 숫자로만. 하나씩 쓰고 Enter를 누르세요.`,
    noTags: '태그 모두 지우기',
    adult: '연령 제한',
    adultHint: '성인을 위한 방송이라고 표시합니다.',
  },
  en: {
    title: 'Broadcast settings',
    about: 'What you change shows at once, on the air too. Applications you allow may see or change this as well.',
    liveTitle: 'Title',
    tags: 'Tags',
    tagsHint: `Up to ${limits.liveTags}, letters and digits alone. Press Enter after each.`,
    noTags: 'Remove all tags',
    adult: 'Age restriction',
    adultHint: 'Marks your broadcasts as meant for adults.',
  },
})
