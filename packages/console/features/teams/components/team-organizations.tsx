import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { SettingHead } from '../../../ui/setting-head.tsx'
import { organizationsQuery } from '../../apps/queries.ts'
import type { TeamDetails } from '../queries.ts'
import layout from '../../../ui/layout.module.css'

const { organizations: t } = strings('teams')

/** The organizations that the team represents, and for an owner those that can be added. Nothing without either. */
export function TeamOrganizations({ team: { teamId, role } }: { team: TeamDetails }) {
  const { data } = useQuery(organizationsQuery)
  const [chosen, setChosen] = useState('')
  const queries = useQueryClient()
  const transfer = useMutation({
    mutationFn: ({ organizationId, to }: { organizationId: string; to: string | null }) =>
      api(consoleApi.apps.transferOrganization, { pathParams: { organizationId }, body: { teamId: to } }),
    onSuccess: () => {
      setChosen('')
      return queries.invalidateQueries(organizationsQuery)
    },
  })
  const ofTeam = data?.data.filter((one) => one.teamId === teamId) ?? []
  const own = role === 'OWNER' ? (data?.data.filter((one) => one.teamId === null) ?? []) : []
  if (ofTeam.length + own.length === 0) return null
  return (
    <section className={`card ${layout.setting}`} aria-labelledby="organizations">
      <SettingHead id="organizations" title={t.title} about={t.about} />
      <Stack gap="md">
        {ofTeam.map(({ organizationId, name }) => (
          <div key={organizationId} className={layout.row}>
            <bdi>{name}</bdi>
            {role === 'OWNER' && (
              <ConfirmButton
                label={t.take}
                ariaLabel={t.takeOne(name)}
                title={t.takeOne(name)}
                confirmLabel={t.take}
                onConfirm={() => transfer.mutateAsync({ organizationId, to: null })}
              >
                {t.takeAbout}
              </ConfirmButton>
            )}
          </div>
        ))}
        {own.length > 0 && (
          <Group align="end" gap="sm">
            <NativeSelect
              label={t.organization}
              value={chosen}
              onChange={({ currentTarget: { value } }) => setChosen(value)}
              data={[{ value: '', label: '–' }, ...own.map((one) => ({ value: one.organizationId, label: one.name }))]}
            />
            <Button
              disabled={chosen === ''}
              loading={transfer.isPending}
              onClick={() => transfer.mutate({ organizationId: chosen, to: teamId })}
            >
              {t.give}
            </Button>
          </Group>
        )}
        {transfer.error !== null && <ErrorAlert error={transfer.error} />}
      </Stack>
    </section>
  )
}
