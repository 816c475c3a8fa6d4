import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient, type Query } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import layout from '../../../ui/layout.module.css'
import { SettingHead } from '../../../ui/setting-head.tsx'
import { holdsQuery, type Person } from '../queries.ts'

const { deletePerson: t } = strings('admin')

/** Deletes a person after the operator gives a reason and types the name. */
export function DeletePerson({ person: { channelId, channelName } }: { person: Person }) {
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  // Each read is an entry of the audit log, so that the holds are not read before somebody begins.
  const holds = useQuery({ ...holdsQuery, enabled: reason !== '' || typed !== '' })
  const cases = holds.data?.data.flatMap((hold) => (hold.channelId === channelId ? [hold.caseNumber] : [])) ?? []
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isOfPerson = ({ queryKey }: Pick<Query, 'queryKey'>) => queryKey.includes(channelId)
  const remove = useMutation({
    mutationFn: () =>
      api(consoleApi.admin.deletePerson, { pathParams: { channelId }, body: { reason: reason.trim() } }),
    onSuccess: async () => {
      await navigate({ to: '/admin/people', state: { deletedPerson: channelName } })
      // This page may still be there for a moment, and would read a person who is gone.
      queries.removeQueries({ type: 'inactive', predicate: isOfPerson })
      await queries.invalidateQueries({ queryKey: ['admin'], predicate: (query) => !isOfPerson(query) })
    },
  })
  return (
    <form
      className={`${layout.danger} ${layout.setting}`}
      aria-labelledby="deletion"
      onSubmit={(event) => {
        event.preventDefault()
        remove.mutate()
      }}
    >
      <SettingHead id="deletion" title={t.title} about={t.about} />
      <Stack gap="md">
        <TextInput
          label={t.reason}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
          maxLength={200}
          required
        />
        <TextInput
          label={t.typeName(channelName)}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
          autoComplete="off"
          spellCheck={false}
        />
        {cases.length > 0 && <Alert color="yellow">{t.held(cases.join(', '))}</Alert>}
        {remove.error !== null && <ErrorAlert error={remove.error} />}
        <Group>
          <Button
            type="submit"
            color="red"
            loading={remove.isPending}
            disabled={typed.normalize('NFC').trim() !== channelName || reason.trim() === '' || !holds.isSuccess}
          >
            {t.delete}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
