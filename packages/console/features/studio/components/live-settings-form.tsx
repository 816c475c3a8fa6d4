import { Checkbox, TagsInput, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { visitorQuery } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { CategorySelect } from '../../channels/category-select.tsx'
import { EditForm } from '../../../ui/forms/edit-form.tsx'
import { AudienceFields } from './audience-fields.tsx'
import { countTitle, validateTags, validateTitle } from '../setting-validation.ts'
import type { LiveSettings } from '../queries/studio-queries.ts'

const { live: t } = strings('studio')
const { defaultTitle } = strings('common')

/** The password is written, and never shown. */
type EditedSettings = LiveSettings & { watchPassword?: string }

/** The title, category, tags, age restriction, recording and clips of the lives, and who may watch. */
export function LiveSettingsForm({ setting }: { setting: LiveSettings }) {
  const queries = useQueryClient()
  const channelName = useQuery(visitorQuery).data?.channelName ?? ''
  const save = async (changes: Partial<EditedSettings>) => {
    const { category, defaultLiveTitle, tags, adult, isRecorded, allowsClips, audience, watchPassword } = changes
    await api(consoleApi.studio.updateSetting, {
      body: {
        ...(tags && { tags }),
        ...(adult !== undefined && { adult }),
        ...(isRecorded !== undefined && { isRecorded }),
        ...(allowsClips !== undefined && { allowsClips }),
        ...(audience !== undefined && { audience }),
        ...(watchPassword && { watchPassword }),
        ...(typeof defaultLiveTitle === 'string' && { defaultLiveTitle }),
        ...(category !== undefined && { categoryId: category?.categoryId ?? '' }),
      },
    })
    await queries.invalidateQueries({ queryKey: ['studio'] })
  }
  return (
    <EditForm<EditedSettings> label={t.title} savedValues={setting} save={save} isInvalid={isInvalid}>
      {({ defaultLiveTitle, category, tags, adult, isRecorded, allowsClips, ...watch }, set) => (
        <>
          <TextInput
            label={t.liveTitle}
            description={t.titleCount(countTitle(defaultLiveTitle ?? ''))}
            placeholder={defaultTitle(channelName)}
            value={defaultLiveTitle ?? ''}
            onChange={(event) => set({ defaultLiveTitle: event.currentTarget.value })}
            error={validateTitle(defaultLiveTitle)}
            maxLength={limits.textInputLength}
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
            description={setting.adultBySite ? t.adultBySite : t.adultHint}
            checked={adult}
            disabled={setting.adultBySite}
            onChange={(event) => set({ adult: event.currentTarget.checked })}
          />
          <AudienceFields values={watch} set={set} />
          {setting.canRecord && (
            <>
              <Checkbox
                label={t.isRecorded}
                description={t.isRecordedHint}
                checked={isRecorded}
                onChange={(event) => set({ isRecorded: event.currentTarget.checked })}
              />
              <Checkbox
                label={t.allowsClips}
                description={t.allowsClipsHint}
                checked={allowsClips}
                onChange={(event) => set({ allowsClips: event.currentTarget.checked })}
              />
            </>
          )}
        </>
      )}
    </EditForm>
  )
}

function isInvalid({ defaultLiveTitle, tags, audience, hasWatchPassword, watchPassword }: EditedSettings): boolean {
  const lacksPassword = audience === 'PASSWORD' && !hasWatchPassword && !watchPassword
  return lacksPassword || validateTitle(defaultLiveTitle) !== null || validateTags(tags) !== null
}
