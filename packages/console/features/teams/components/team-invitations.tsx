import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { consoleApi, limits, teamRoles, type TeamRole } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { strings } from '../../../locales/index.ts'
import { CopyableText } from '../../../ui/copyable-text.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { Table } from '../../../ui/list.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { SettingHead } from '../../../ui/setting-head.tsx'
import { teamQuery, type TeamDetails } from '../queries.ts'
import layout from '../../../ui/layout.module.css'

const { invitations: t, roleNames, roleHints } = strings('teams')

/** The links by which people join the team, and a form for another one. */
export function TeamInvitations({ team }: { team: TeamDetails }) {
  const { teamId, invitations } = team
  const queries = useQueryClient()
  const end = async (invitationId: string) => {
    await api(consoleApi.teams.deleteTeamInvitation, { pathParams: { teamId, invitationId } })
    await queries.invalidateQueries(teamQuery(teamId))
  }
  return (
    <section className={`card ${layout.setting}`} aria-labelledby="invitations">
      <SettingHead id="invitations" title={t.title} about={t.about(limits.teamInvitationDays)} />
      <Stack gap="md">
        <NewInvitation team={team} />
        {invitations.length > 0 && (
          <Table
            items={invitations}
            label={t.title}
            idField="invitationId"
            columns={[t.role, t.invitedBy, t.until, t.action]}
            hasCards
            empty=""
          >
            {({ invitationId, role, invitedBy, endDate }) => (
              <>
                <th scope="row">{roleNames[role]}</th>
                <td data-label={t.invitedBy}>
                  <bdi>{invitedBy}</bdi>
                </td>
                <td data-label={t.until}>
                  <RelativeTime at={endDate} />
                </td>
                <td>
                  <ConfirmButton
                    label={t.end}
                    ariaLabel={t.endTitle}
                    title={t.endTitle}
                    confirmLabel={t.end}
                    onConfirm={() => end(invitationId)}
                  >
                    {t.endAbout}
                  </ConfirmButton>
                </td>
              </>
            )}
          </Table>
        )}
      </Stack>
    </section>
  )
}

function NewInvitation({ team: { teamId, canMail } }: { team: TeamDetails }) {
  const [role, setRole] = useState<TeamRole>('DEVELOPER')
  const [draft, setDraft] = useDraft<string>('invitation')
  const queries = useQueryClient()
  const email = (draft ?? '').trim()
  const create = useMutation({
    mutationFn: () =>
      api(consoleApi.teams.createTeamInvitation, {
        pathParams: { teamId },
        body: { role, ...(email !== '' && { email }) },
      }),
    onSuccess: () => {
      setDraft(() => null)
      return queries.invalidateQueries(teamQuery(teamId))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <Stack gap="sm">
      <form onSubmit={submit}>
        <Group align="end" gap="sm">
          <NativeSelect
            label={t.role}
            value={role}
            onChange={({ currentTarget: { value } }) => setRole(value as TeamRole)}
            data={teamRoles.map((value) => ({ value, label: roleNames[value] }))}
          />
          {canMail && (
            <TextInput
              label={t.email}
              value={draft ?? ''}
              onChange={({ currentTarget: { value } }) => setDraft(() => value)}
              type="email"
              maxLength={254}
            />
          )}
          <Button type="submit" loading={create.isPending}>
            {t.create}
          </Button>
        </Group>
      </form>
      <Text size="sm" c="dimmed">
        {roleHints[role]}
      </Text>
      {create.error !== null && <ErrorAlert error={create.error} />}
      {create.isSuccess && (
        <Alert role="status" title={create.data.isMailed ? t.mailed : t.created}>
          <CopyableText value={create.data.url} />
        </Alert>
      )}
    </Stack>
  )
}
