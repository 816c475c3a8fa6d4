import { Checkbox, Stack, TagsInput, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { localize } from '../../lib/language.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { CategorySelect } from './category-select.tsx'
import { EditForm } from '../../ui/edit-form.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { validateTags, validateTitle } from './setting-validation.ts'
import { broadcastSettingsQuery, type BroadcastSettings } from './studio-queries.ts'

/** What the broadcasts of one's channel show. */
export function StudioBroadcast() {
  const query = useQuery(broadcastSettingsQuery)
  return (
    <Stack gap="lg">
      <PageTitle about={t.about}>{t.title}</PageTitle>
      <QueryBoundary query={query}>{(setting) => <BroadcastForm setting={setting} />}</QueryBoundary>
    </Stack>
  )
}

function BroadcastForm({ setting }: { setting: BroadcastSettings }) {
  const queries = useQueryClient()
  const save = async ({ category, ...otherChanges }: Partial<BroadcastSettings>) => {
    await api(consoleApi.studio.updateSetting, {
      body: { ...otherChanges, ...(category !== undefined && { categoryId: category?.categoryId ?? '' }) },
    })
    await queries.invalidateQueries({ queryKey: ['studio'] })
  }
  return (
    <EditForm label={t.title} savedValues={setting} save={save} isInvalid={isInvalid}>
      {({ defaultLiveTitle, category, tags, adult }, set) => (
        <>
          <TextInput
            label={t.liveTitle}
            value={defaultLiveTitle}
            onChange={(event) => set({ defaultLiveTitle: event.currentTarget.value })}
            error={validateTitle(defaultLiveTitle)}
            maxLength={400}
            required
          />
          <CategorySelect value={category} onChange={(chosen) => set({ category: chosen })} />
          <TagsInput
            label={t.tags}
            description={t.tagsHint}
            value={tags}
            onChange={(entries) => set({ tags: [...new Set(entries.map((tag) => tag.normalize('NFC')))] })}
            error={validateTags(tags)}
            maxTags={limits.liveTags}
            clearable
            clearButtonProps={{ 'aria-label': t.noTags }}
            splitChars={[',', ' ']}
            acceptValueOnBlur
          />
          <Checkbox
            label={t.adult}
            description={t.adultHint}
            checked={adult}
            onChange={(event) => set({ adult: event.currentTarget.checked })}
          />
        </>
      )}
    </EditForm>
  )
}

function isInvalid({ defaultLiveTitle, tags }: BroadcastSettings): boolean {
  return validateTitle(defaultLiveTitle) !== null || validateTags(tags) !== null
}

const t = localize({
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
