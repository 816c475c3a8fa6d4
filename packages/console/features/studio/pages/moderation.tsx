import { Group, NativeSelect, Stack, TagsInput, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ComponentProps } from 'react'
import { consoleApi, limits, moderationActions, type ModerationAction } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { omitEmpty } from '../../../lib/search-params.ts'
import { strings } from '../../../locales/index.ts'
import { EditForm } from '../../../ui/forms/edit-form.tsx'
import { FilterInput } from '../../../ui/forms/filter-input.tsx'
import { InfiniteTable } from '../../../ui/list.tsx'
import { ModerationEntry } from '../../watch/chat/moderation-entry.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { PersonButton } from '../components/person-button.tsx'
import { SettingChanges } from '../components/setting-changes.tsx'
import { blockedWordsQuery, moderationLogQuery } from '../queries/studio-queries.ts'
import { useStudioChannelId } from '../studio-channel.ts'

const { moderation: t, activity } = strings('studio')

type Entry = ComponentProps<typeof ModerationEntry>['entry']

export type ModerationSearch = { action?: ModerationAction; name?: string }

/** The blocked words of the chat, and who moderated the channel. */
export function StudioModeration() {
  const channelId = useStudioChannelId()
  const words = useQuery(blockedWordsQuery(channelId))
  const search: ModerationSearch = useSearch({ strict: false })
  const { action, name = '' } = search
  const navigate = useNavigate()
  const log = useInfiniteQuery({
    ...moderationLogQuery(channelId, search),
    placeholderData: keepPreviousData,
  })
  const filter = (changed: ModerationSearch) =>
    void navigate({ to: '.', search: omitEmpty({ ...search, ...changed }), replace: true })
  return (
    <Stack gap="lg">
      <PageTitle>{t.title}</PageTitle>
      <QueryBoundary query={words}>
        {(saved) => (
          <>
            <BlockedWordsForm saved={saved} />
            <section aria-labelledby="log">
              <Stack gap="sm">
                <h2 id="log">{t.log}</h2>
                <Text size="sm" c="dimmed">
                  {t.logHint}
                </Text>
                <Group align="end" gap="md">
                  <NativeSelect
                    label={t.action}
                    value={action ?? ''}
                    onChange={({ currentTarget: { value } }) =>
                      filter({ action: value === '' ? undefined : (value as ModerationAction) })
                    }
                    data={[
                      { value: '', label: t.allActions },
                      ...moderationActions.map((value) => ({ value, label: t.actions[value] })),
                    ]}
                  />
                  <FilterInput label={t.search} value={name} onChange={(text) => filter({ name: text })} />
                </Group>
                <InfiniteTable
                  query={log}
                  label={t.log}
                  idField="entryId"
                  columns={[activity.what, activity.when, activity.actions]}
                  hasCards
                  empty={action || name ? t.noMatch : t.noEntries}
                >
                  {(entry) => <EntryCells entry={entry} />}
                </InfiniteTable>
              </Stack>
            </section>
          </>
        )}
      </QueryBoundary>
    </Stack>
  )
}

function EntryCells({ entry }: { entry: Entry }) {
  const { targetChannelId: channelId, targetChannelName: channelName, createdDate } = entry
  return (
    <>
      <th scope="row">
        <ModerationEntry entry={entry} />
        {entry.chatSettings && <SettingChanges {...entry.chatSettings} />}
      </th>
      <td>
        <RelativeTime at={createdDate} />
      </td>
      <td>{channelId !== null && channelName !== null && <PersonButton person={{ channelId, channelName }} />}</td>
    </>
  )
}

function BlockedWordsForm({ saved }: { saved: { words: string[] } }) {
  const channelId = useStudioChannelId()
  const queries = useQueryClient()
  const [duplicate, setDuplicate] = useState('')
  const save = async ({ words = saved.words }: { words?: string[] }) => {
    await api(consoleApi.moderation.putBlockedWords, { pathParams: { channelId }, body: { words } })
    setDuplicate('')
    await Promise.all([
      queries.invalidateQueries(blockedWordsQuery(channelId)),
      queries.invalidateQueries({ queryKey: ['studio', 'moderation'] }),
    ])
  }
  return (
    <EditForm
      label={t.words}
      savedValues={saved}
      save={save}
      isInvalid={({ words }) => words.some(isTooLong) || words.length > limits.blockedWords}
    >
      {({ words }, set) => (
        <>
          <div>
            <h2>{t.words}</h2>
            <Text size="sm" c="dimmed">
              {t.wordsHint}
            </Text>
          </div>
          <TagsInput
            label={t.wordsLabel}
            description={t.wordsDescription(words.length, limits.blockedWords)}
            value={words}
            onChange={(next) => set({ words: next.map((word) => word.trim()).filter((word) => word !== '') })}
            maxTags={limits.blockedWords}
            onDuplicate={setDuplicate}
            onSearchChange={(text) => text !== '' && setDuplicate('')}
            error={
              words.some(isTooLong)
                ? t.tooLong(limits.blockedWordLength)
                : words.some((word) => word.toLowerCase() === duplicate.toLowerCase()) && t.duplicateWord(duplicate)
            }
            clearable
            clearButtonProps={{ 'aria-label': t.clear }}
          />
        </>
      )}
    </EditForm>
  )
}

function isTooLong(word: string): boolean {
  return Array.from(word).length > limits.blockedWordLength
}
