import { Alert, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { limits } from '@onair/contract'
import { useDraft } from '../../../lib/drafts.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { restreamQuery } from './restream-query.ts'

const t = strings('restream')

export type TargetValues = { name: string; rtmpUrl: string; streamKey: string }
type Props = {
  label: string
  /** The stored values. Null: a new target. */
  saved: Omit<TargetValues, 'streamKey'> | null
  submitLabel: string
  save: (values: TargetValues) => Promise<unknown>
  onDone: () => void
  onCancel?: () => void
}

/** The name, the address and the key of a target. The key is no draft: it is only in memory, until it is sent. */
export function TargetForm({ label, saved, submitLabel, save, onDone, onCancel }: Props) {
  const [draft, setDraft] = useDraft<Omit<TargetValues, 'streamKey'>>(label)
  const [streamKey, setStreamKey] = useState('')
  const { name, rtmpUrl } = draft ?? saved ?? { name: '', rtmpUrl: '' }
  const queries = useQueryClient()
  const mutation = useMutation({
    mutationFn: save,
    onSuccess: async () => {
      setDraft(() => null)
      setStreamKey('')
      await queries.invalidateQueries(restreamQuery)
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutation.mutate({ name, rtmpUrl, streamKey })
  }
  const set = (change: Partial<typeof draft>) =>
    setDraft((before) => ({ ...(before ?? saved ?? { name: '', rtmpUrl: '' }), ...change }))
  const cancel = () => {
    setDraft(() => null)
    onCancel?.()
  }
  return (
    <form onSubmit={submit} aria-label={label}>
      <Stack gap="md" maw={620}>
        <TextInput
          label={t.fields.name}
          placeholder={t.fields.namePlaceholder}
          value={name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          maxLength={limits.restreamNameLength}
          required
        />
        <TextInput
          label={t.fields.url}
          description={t.fields.urlHint}
          value={rtmpUrl}
          onChange={(event) => set({ rtmpUrl: event.currentTarget.value })}
          inputMode="url"
          maxLength={500}
          required
        />
        <PasswordInput
          label={t.fields.key}
          description={saved === null ? t.fields.keyHint : t.fields.keptKey}
          value={streamKey}
          onChange={(event) => setStreamKey(event.currentTarget.value)}
          autoComplete="off"
          maxLength={500}
          required={saved === null}
        />
        {mutation.error && (
          <Alert color="red" role="alert">
            <ErrorText error={mutation.error} />
          </Alert>
        )}
        <Group gap="xs">
          <Button
            type="submit"
            loading={mutation.isPending}
            disabled={name.trim() === '' || rtmpUrl === '' || (saved === null && streamKey === '')}
          >
            {submitLabel}
          </Button>
          {onCancel && (
            <Button variant="default" onClick={cancel}>
              {t.cancel}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
