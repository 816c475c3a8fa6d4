import { Anchor, Button, Group, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { sandboxApi, type ContentOf } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { dateMinuteFormat } from '../../../lib/time-format.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { snapshotsQuery, worldsQuery } from '../queries.ts'
import { AskFirst } from './ask-first.tsx'
import classes from './sandbox-panel.module.css'

const { snapshots: snapshotTexts, worlds: worldTexts } = strings('sandbox')

/** The snapshots, and a form that saves one. */
export function Snapshots() {
  const [draft, setDraft] = useDraft<string>('snapshot')
  const name = draft ?? ''
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: () => api(sandboxApi.snapshots.saveSnapshot, { body: { snapshotName: name } }),
    onSuccess: () => {
      setDraft(() => null)
      return queries.invalidateQueries({ queryKey: snapshotsQuery.queryKey })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const isValid = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name)
  return (
    <QueryBoundary query={useQuery(snapshotsQuery)} minHeight="3rem">
      {(data) => (
        <>
          {data.length > 0 && (
            <ul className={classes.copies}>
              {data.map((snapshot) => (
                <li key={snapshot.name}>
                  <SnapshotRow snapshot={snapshot} />
                </li>
              ))}
            </ul>
          )}
          <form onSubmit={submit}>
            <Group gap="xs" wrap="nowrap" align="start">
              <TextInput
                size="xs"
                flex={1}
                aria-label={snapshotTexts.name}
                placeholder={snapshotTexts.name}
                value={name}
                onChange={({ currentTarget: { value } }) => setDraft(() => value)}
                error={name !== '' && !isValid && snapshotTexts.nameHint}
                maxLength={64}
              />
              <Button
                size="xs"
                variant="default"
                flex="none"
                type="submit"
                loading={save.isPending}
                disabled={!isValid}
              >
                {snapshotTexts.save}
              </Button>
            </Group>
          </form>
          {save.error && <ErrorAlert error={save.error} />}
        </>
      )}
    </QueryBoundary>
  )
}

type Snapshot = ContentOf<typeof sandboxApi.snapshots.listSnapshots>['data'][number]

function SnapshotRow({ snapshot: { name, createdDate } }: { snapshot: Snapshot }) {
  const restore = useMutation({
    mutationFn: () => api(sandboxApi.snapshots.restoreSnapshot, { pathParams: { snapshotName: name } }),
    onSuccess: () => window.location.reload(),
  })
  return (
    <AskFirst
      label={snapshotTexts.restore}
      ariaLabel={snapshotTexts.restoreName(name)}
      about={snapshotTexts.about(name)}
      confirmLabel={snapshotTexts.confirm}
      action={restore}
    >
      <Text size="sm" truncate>
        {name}{' '}
        <Text span inherit c="dimmed">
          {dateMinuteFormat.format(new Date(createdDate))}
        </Text>
      </Text>
    </AskFirst>
  )
}

/** The worlds that were forked from this sandbox. */
export function Worlds() {
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: worldsQuery.queryKey })
  const fork = useMutation({ mutationFn: () => api(sandboxApi.worlds.createWorld, { body: {} }), onSuccess: reload })
  const remove = useMutation({
    mutationFn: (worldId: string) => api(sandboxApi.worlds.deleteWorld, { pathParams: { worldId } }),
    onSuccess: reload,
  })
  const error = fork.error ?? remove.error
  return (
    <QueryBoundary query={useQuery(worldsQuery)} minHeight="3rem">
      {(data) => (
        <>
          {data.length > 0 && (
            <ul className={classes.copies}>
              {data.map(({ worldId, baseUrl }) => (
                <li key={worldId}>
                  <Group justify="space-between" gap="xs" wrap="nowrap">
                    <Anchor size="sm" href={baseUrl} target="_blank" truncate>
                      {baseUrl}
                    </Anchor>
                    <Button
                      size="compact-sm"
                      variant="default"
                      flex="none"
                      aria-label={worldTexts.deleteWorld(baseUrl)}
                      loading={remove.isPending && remove.variables === worldId}
                      onClick={() => remove.mutate(worldId)}
                    >
                      {worldTexts.delete}
                    </Button>
                  </Group>
                </li>
              ))}
            </ul>
          )}
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm" c="dimmed">
              {worldTexts.about}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              flex="none"
              loading={fork.isPending}
              onClick={() => fork.mutate()}
            >
              {worldTexts.fork}
            </Button>
          </Group>
          {error && <ErrorAlert error={error} />}
        </>
      )}
    </QueryBoundary>
  )
}
