import { Checkbox, Stack, TagsInput, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleStudio, limits } from '@onair/contract'
import { api } from '../api.ts'
import { inLanguage } from '../language.ts'
import { Answered } from '../parts/answered.tsx'
import { CategoryChoice } from '../parts/category-choice.tsx'
import { EditForm } from '../parts/edit-form.tsx'
import { Title } from '../parts/title.tsx'
import { faultOfTags, faultOfTitle } from '../setting-faults.ts'
import { settingQuery, type Setting } from '../studio-queries.ts'

/** What the broadcasts of one's channel show. */
export function StudioBroadcast() {
  const asked = useQuery(settingQuery)
  return (
    <Stack gap="lg">
      <Title about={said.about}>{said.title}</Title>
      <Answered asked={asked}>{(setting) => <Settings setting={setting} />}</Answered>
    </Stack>
  )
}

function Settings({ setting }: { setting: Setting }) {
  const queries = useQueryClient()
  const save = async ({ category, ...others }: Partial<Setting>) => {
    await api(consoleStudio.changeSetting, {
      body: { ...others, ...(category !== undefined && { categoryId: category?.categoryId ?? '' }) },
    })
    await queries.invalidateQueries({ queryKey: ['studio'] })
  }
  return (
    <EditForm named={said.title} stored={setting} save={save} isWrong={isWrong}>
      {({ defaultLiveTitle, category, tags, adult }, set) => (
        <>
          <TextInput
            label={said.liveTitle}
            value={defaultLiveTitle}
            onChange={(event) => set({ defaultLiveTitle: event.currentTarget.value })}
            error={faultOfTitle(defaultLiveTitle)}
            maxLength={400}
            required
          />
          <CategoryChoice value={category} onChange={(chosen) => set({ category: chosen })} />
          <TagsInput
            label={said.tags}
            description={said.tagsHint}
            value={tags}
            onChange={(wanted) => set({ tags: [...new Set(wanted.map((tag) => tag.normalize('NFC')))] })}
            error={faultOfTags(tags)}
            maxTags={limits.liveTags}
            clearable
            clearButtonProps={{ 'aria-label': said.noTags }}
            splitChars={[',', ' ']}
            acceptValueOnBlur
          />
          <Checkbox
            label={said.adult}
            description={said.adultHint}
            checked={adult}
            onChange={(event) => set({ adult: event.currentTarget.checked })}
          />
        </>
      )}
    </EditForm>
  )
}

function isWrong({ defaultLiveTitle, tags }: Setting): boolean {
  return faultOfTitle(defaultLiveTitle) !== null || faultOfTags(tags) !== null
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
