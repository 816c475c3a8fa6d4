import { Alert, Group, Stack, Text, TextInput, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { EditForm } from '../../../ui/forms/edit-form.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { SettingHead } from '../../../ui/setting-head.tsx'
import { organizationRequestQuery } from '../queries.ts'

const { request: t } = strings('teams')

/** A form to ask the operators to approve an organization, and what became of it. */
export function OrganizationRequest() {
  const query = useQuery(organizationRequestQuery)
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries(organizationRequestQuery)
  const withdraw = async () => {
    await api(consoleApi.apps.deleteOrganizationRequest)
    await reload()
  }
  return (
    <QueryBoundary query={query}>
      {({ request }) => {
        const { organizationId = '', name = '', note = '' } = request ?? {}
        const saved = { organizationId, name, note }
        return (
          <Stack gap="sm">
            <EditForm
              label={t.title}
              savedValues={saved}
              save={async (changes) => {
                await api(consoleApi.apps.putOrganizationRequest, { body: { ...saved, ...changes } })
                await reload()
              }}
              isInvalid={(values) => values.organizationId.trim() === '' || values.name.trim() === ''}
              head={<SettingHead title={t.title} about={t.about} />}
            >
              {(values, set) => (
                <>
                  <TextInput
                    label={t.name}
                    value={values.name}
                    onChange={({ currentTarget: { value } }) => set({ name: value })}
                    maxLength={100}
                    required
                  />
                  <TextInput
                    label={t.id}
                    description={t.idHint}
                    value={values.organizationId}
                    onChange={({ currentTarget: { value } }) => set({ organizationId: value })}
                    maxLength={100}
                    required
                  />
                  <Textarea
                    label={t.note}
                    value={values.note}
                    onChange={({ currentTarget: { value } }) => set({ note: value })}
                    maxLength={500}
                    autosize
                    minRows={2}
                  />
                </>
              )}
            </EditForm>
            {request !== null && (
              <Alert color={request.isDeclined ? 'orange' : 'gray'} title={request.isDeclined ? t.declined : t.waits}>
                <Stack gap="xs">
                  {request.answer !== null && <Text size="sm">{request.answer}</Text>}
                  <Group>
                    <ConfirmButton
                      label={t.withdraw}
                      title={t.withdrawTitle}
                      confirmLabel={t.withdraw}
                      onConfirm={withdraw}
                    >
                      {t.withdrawAbout}
                    </ConfirmButton>
                  </Group>
                </Stack>
              </Alert>
            )}
          </Stack>
        )
      }}
    </QueryBoundary>
  )
}
