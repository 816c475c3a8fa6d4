import { Alert, Button, Group, NumberInput, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { language, strings } from '../../../locales/index.ts'
import { CopyableText } from '../../../ui/copyable-text.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { Table } from '../../../ui/list.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { SettingHead } from '../../../ui/setting-head.tsx'
import { invitationsQuery } from '../queries.ts'
import layout from '../../../ui/layout.module.css'

const { signUp: t } = strings('admin')
const number = new Intl.NumberFormat(language)

/** The links by which people sign up, and a form for another one. */
export function Invitations() {
  const query = useQuery(invitationsQuery)
  const queries = useQueryClient()
  const end = async (invitationId: string) => {
    await api(consoleApi.admin.deleteInvitation, { pathParams: { invitationId } })
    await queries.invalidateQueries(invitationsQuery)
  }
  return (
    <section className={`card ${layout.setting}`} aria-label={t.invitations}>
      <SettingHead title={t.invitations} about={t.invitationsAbout} />
      <Stack gap="md">
        <NewInvitation />
        <QueryBoundary query={query}>
          {({ data }) =>
            data.length > 0 && (
              <Table
                items={data}
                label={t.invitations}
                idField="invitationId"
                columns={[t.since, t.usesLeft, t.until, t.action]}
                hasCards
                empty=""
              >
                {({ invitationId, createdDate, usesLeft, endDate }) => (
                  <>
                    <th scope="row">
                      <RelativeTime at={createdDate} />
                    </th>
                    <td data-label={t.usesLeft}>{number.format(usesLeft)}</td>
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
                        {t.endHint}
                      </ConfirmButton>
                    </td>
                  </>
                )}
              </Table>
            )
          }
        </QueryBoundary>
      </Stack>
    </section>
  )
}

function NewInvitation() {
  const [uses, setUses] = useState<number | string>(1)
  const [days, setDays] = useState<number | string>(7)
  const queries = useQueryClient()
  const create = useMutation({
    mutationFn: () => api(consoleApi.admin.createInvitation, { body: { uses: Number(uses), days: Number(days) } }),
    onSuccess: () => queries.invalidateQueries(invitationsQuery),
  })
  return (
    <Stack gap="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate()
        }}
      >
        <Group align="end" gap="sm">
          <NumberInput
            label={t.uses}
            value={uses}
            onChange={setUses}
            min={1}
            max={limits.invitationUses}
            allowDecimal={false}
            w={120}
          />
          <NumberInput label={t.days} value={days} onChange={setDays} min={1} max={90} allowDecimal={false} w={120} />
          <Button type="submit" loading={create.isPending}>
            {t.create}
          </Button>
        </Group>
      </form>
      {create.error !== null && <ErrorAlert error={create.error} />}
      {create.isSuccess && (
        <Alert role="status" title={t.created}>
          <CopyableText value={create.data.url} />
        </Alert>
      )}
    </Stack>
  )
}
