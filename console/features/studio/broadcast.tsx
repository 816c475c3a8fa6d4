import { Checkbox, Stack, TagsInput, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { strings } from '../../locales/index.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { CategorySelect } from '../../ui/category-select.tsx'
import { EditForm } from '../../ui/edit-form.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { validateTags, validateTitle } from './setting-validation.ts'
import { broadcastSettingsQuery, type BroadcastSettings } from './studio-queries.ts'

const { broadcast: t } = strings('studio')

/** The settings of the streamer's broadcasts. */
export function StudioBroadcast() {
  const query = useQuery(broadcastSettingsQuery)
  return (
    <Stack gap="lg">
      <PageTitle description={t.about}>{t.title}</PageTitle>
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
            maxLength={limits.textInputLength}
            required
          />
          <CategorySelect value={category} onChange={(selected) => set({ category: selected })} clearable />
          <TagsInput
            label={t.tags}
            description={t.tagsHint}
            value={tags}
            onChange={(entries) => set({ tags: [...new Set(entries.map((tag) => tag.normalize('NFC')))] })}
            error={validateTags(tags)}
            maxTags={limits.liveTags}
            clearable
            clearButtonProps={{ 'aria-label': t.clearTags }}
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
