import { Group, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { dateFormat } from '../../../lib/time-format.ts'
import { strings } from '../../../locales/index.ts'
import { CopyableText } from '../../../ui/copyable-text.tsx'
import { EditForm } from '../../../ui/forms/edit-form.tsx'
import { ownProfileQuery, type OwnProfile } from './profile-query.ts'

const { handle: t } = strings('profile')

/** The short address of the channel. */
export function HandleForm({ profile: { handle, formerHandle } }: { profile: OwnProfile }) {
  const queries = useQueryClient()
  const save = async (changes: { handle?: string }) => {
    await api(consoleApi.profile.changeHandle, { body: { handle: changes.handle ?? '' } })
    await queries.invalidateQueries(ownProfileQuery)
  }
  return (
    <EditForm
      label={t.title}
      savedValues={{ handle: handle ?? '' }}
      save={save}
      isInvalid={(values) => !isHandle(values.handle)}
    >
      {(values, set) => (
        <>
          <div>
            <h2>{t.title}</h2>
            {handle !== null && (
              <Group gap="xs" mt={4}>
                <CopyableText value={`${window.location.origin}/@${handle}`} label={t.copy} />
              </Group>
            )}
          </div>
          <TextInput
            label={t.label}
            description={t.hint}
            leftSection={`/@`}
            value={values.handle}
            onChange={({ currentTarget: { value } }) => set({ handle: value.trim() })}
            maxLength={limits.handleLength}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maw={420}
          />
          {handle !== null && (
            <Text size="sm" c="dimmed">
              {formerHandle !== null &&
                `${t.former(formerHandle.handle, dateFormat.format(new Date(formerHandle.untilDate)))} `}
              {t.kept}
            </Text>
          )}
        </>
      )}
    </EditForm>
  )
}

function isHandle(text: string): boolean {
  return /^\w+$/.test(text) && text.length >= limits.handleLengthMin && text.length <= limits.handleLength
}
