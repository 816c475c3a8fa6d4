import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { visitorQuery } from '../../../lib/visitor.ts'
import { language, strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { InfiniteTable, Table } from '../../../ui/list.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { PersonLink } from '../components/person-link.tsx'
import { TextDialogButton } from '../components/text-dialog-button.tsx'
import { organizationRequestsQuery, siteOrganizationsQuery } from '../queries.ts'

const { organizations: t } = strings('admin')
const number = new Intl.NumberFormat(language)

/** Runs a call that changes what the area shows. */
function useRun() {
  const queries = useQueryClient()
  return async (call: Promise<unknown>) => {
    await call
    await queries.invalidateQueries({ queryKey: ['admin'] })
  }
}

/** The organizations that people ask for, and those that are approved. */
export function AdminOrganizations() {
  const isOperator = useQuery(visitorQuery).data?.siteRole === 'OPERATOR'
  const query = useInfiniteQuery(siteOrganizationsQuery)
  const run = useRun()
  return (
    <Stack gap="lg">
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <Requests isOperator={isOperator} />
      <section aria-labelledby="approved">
        <h2 id="approved">{t.approved}</h2>
        <InfiniteTable
          query={query}
          label={t.approved}
          idField="organizationId"
          columns={[t.name, t.representative, t.apps, t.since, ...(isOperator ? [t.action] : [])]}
          hasCards
          empty={t.none}
        >
          {({ organizationId, name, representative, teamName, apps, approvedDate }) => (
            <>
              <th scope="row">
                <bdi>{name}</bdi>
                <Text size="xs" c="dimmed">
                  {organizationId}
                </Text>
              </th>
              <td data-label={t.representative}>
                {representative === null ? <bdi>{teamName ?? '–'}</bdi> : <PersonLink {...representative} />}
              </td>
              <td data-label={t.apps}>{number.format(apps)}</td>
              <td data-label={t.since}>
                <RelativeTime at={approvedDate} />
              </td>
              {isOperator && (
                <td>
                  <TextDialogButton
                    label={t.revoke}
                    title={t.revokeOne(name)}
                    about={t.revokeAbout}
                    field={t.reason}
                    maxLength={500}
                    isDestructive
                    onSubmit={(reason) =>
                      run(
                        api(consoleApi.admin.revokeOrganization, { pathParams: { organizationId }, body: { reason } }),
                      )
                    }
                  />
                </td>
              )}
            </>
          )}
        </InfiniteTable>
      </section>
      {isOperator && <ApproveForm />}
    </Stack>
  )
}

function Requests({ isOperator }: { isOperator: boolean }) {
  const query = useQuery(organizationRequestsQuery)
  const run = useRun()
  const decide = (requestId: string, body: { isApproved: boolean; answer?: string }) =>
    run(api(consoleApi.admin.putOrganizationDecision, { pathParams: { requestId }, body }))
  return (
    <section aria-labelledby="requests">
      <h2 id="requests">{t.requests}</h2>
      <QueryBoundary query={query}>
        {({ data }) => (
          <Table
            items={data}
            label={t.requests}
            idField="requestId"
            columns={[t.name, t.person, t.note, t.asked, ...(isOperator ? [t.action] : [])]}
            hasCards
            empty={t.noRequests}
          >
            {({ requestId, organizationId, name, note, person, createdDate, replaces }) => (
              <>
                <th scope="row">
                  <bdi>{name}</bdi>
                  <Text size="xs" c="dimmed">
                    {organizationId}
                  </Text>
                </th>
                <td data-label={t.person}>
                  <PersonLink {...person} />
                </td>
                <td data-label={t.note}>
                  {note}
                  {replaces !== null && (
                    <Text size="sm" c="orange">
                      {t.replaces(replaces)}
                    </Text>
                  )}
                </td>
                <td data-label={t.asked}>
                  <RelativeTime at={createdDate} />
                </td>
                {isOperator && (
                  <td>
                    <Group gap="xs">
                      <ConfirmButton
                        label={t.approve}
                        ariaLabel={t.approveOne(name)}
                        title={t.approveOne(name)}
                        confirmLabel={t.approve}
                        isDestructive={false}
                        onConfirm={() => decide(requestId, { isApproved: true })}
                      >
                        {t.approveAbout}
                      </ConfirmButton>
                      <TextDialogButton
                        label={t.decline}
                        title={t.declineOne(name)}
                        about={t.declineAbout}
                        field={t.reason}
                        maxLength={500}
                        onSubmit={(answer) => decide(requestId, { isApproved: false, answer })}
                      />
                    </Group>
                  </td>
                )}
              </>
            )}
          </Table>
        )}
      </QueryBoundary>
    </section>
  )
}

function ApproveForm() {
  const [organizationId, setId] = useState('')
  const [name, setName] = useState('')
  const [channelId, setChannelId] = useState('')
  const run = useRun()
  const approve = useMutation({
    mutationFn: () =>
      run(
        api(consoleApi.admin.putOrganization, {
          pathParams: { organizationId: organizationId.trim() },
          body: { name: name.trim(), ...(channelId.trim() !== '' && { channelId: channelId.trim() }) },
        }),
      ),
    onSuccess: () => {
      setId('')
      setName('')
      setChannelId('')
    },
  })
  return (
    <Stack
      component="form"
      className="card"
      gap="sm"
      aria-labelledby="approve"
      onSubmit={(event) => {
        event.preventDefault()
        approve.mutate()
      }}
    >
      <div>
        <h2 id="approve">{t.approveForm}</h2>
        <Text size="sm" c="dimmed">
          {t.approveFormAbout}
        </Text>
      </div>
      <Group align="end" gap="md">
        <TextInput
          label={t.id}
          value={organizationId}
          onChange={({ currentTarget: { value } }) => setId(value)}
          maxLength={100}
          required
        />
        <TextInput
          label={t.name}
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
          maxLength={100}
          required
        />
        <TextInput
          label={t.channelId}
          value={channelId}
          onChange={({ currentTarget: { value } }) => setChannelId(value)}
          maxLength={32}
        />
        <Button type="submit" loading={approve.isPending}>
          {t.approve}
        </Button>
      </Group>
      {approve.error !== null && <ErrorAlert error={approve.error} />}
    </Stack>
  )
}
