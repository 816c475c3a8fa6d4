import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { useVisitorChannelId } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { List } from '../../../ui/list.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import classes from '../pages/admin.module.css'
import type { Person } from '../queries.ts'
import { PersonLink } from './person-link.tsx'

const { notes: t } = strings('admin')

/** The notes of the people who run the site about a person. Each deletes their own. */
export function Notes({ person: { channelId, notes } }: { person: Person }) {
  const ownId = useVisitorChannelId()
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: ['admin', 'person', channelId] })
  return (
    <Stack component="section" gap="sm" aria-labelledby="notes">
      <h2 id="notes">{t.title}</h2>
      <List items={notes} label={t.title} idField="noteId" empty={t.none}>
        {({ noteId, text, author, createdDate }) => (
          <>
            <div>
              <Text className={classes.note} dir="auto">
                {text}
              </Text>
              <Text component="div" size="sm" c="dimmed">
                {author === null ? t.noAuthor : <PersonLink {...author} />} · <RelativeTime at={createdDate} />
              </Text>
            </div>
            {author?.channelId === ownId && (
              <ConfirmButton
                label={t.delete}
                title={t.deleteTitle}
                confirmLabel={t.delete}
                onConfirm={() => api(consoleApi.admin.deleteNote, { pathParams: { channelId, noteId } }).then(reload)}
              >
                {t.deleteHint}
              </ConfirmButton>
            )}
          </>
        )}
      </List>
      <NoteForm channelId={channelId} onAdded={reload} />
    </Stack>
  )
}

function NoteForm({ channelId, onAdded }: { channelId: string; onAdded: () => Promise<unknown> }) {
  const [draft, setDraft] = useDraft<string>('note')
  const text = draft ?? ''
  const add = useMutation({
    mutationFn: () => api(consoleApi.admin.createNote, { pathParams: { channelId }, body: { text: text.trim() } }),
    onSuccess: () => setDraft(() => null),
    onSettled: onAdded,
  })
  return (
    <Stack
      component="form"
      gap="sm"
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate()
      }}
    >
      <Textarea
        label={t.text}
        description={t.hint}
        value={draft ?? ''}
        onChange={({ currentTarget: { value } }) => setDraft(() => value)}
        maxLength={limits.personNoteLength}
        autosize
        minRows={2}
        maxRows={8}
      />
      {add.error !== null && <ErrorAlert error={add.error} />}
      <Group>
        <Button type="submit" variant="default" loading={add.isPending} disabled={text.trim() === ''}>
          {t.add}
        </Button>
      </Group>
    </Stack>
  )
}
