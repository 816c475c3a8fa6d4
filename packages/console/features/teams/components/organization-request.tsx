import { Alert, Button, Group, Stack, Text, TextInput, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi, type ContentOf, type OrganizationRequestState } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { SettingHead } from '../../../ui/setting-head.tsx'
import { organizationRequestQuery } from '../queries.ts'
import layout from '../../../ui/layout.module.css'

const { request: t } = strings('teams')

type Request = NonNullable<ContentOf<typeof consoleApi.apps.getOrganizationRequest>['request']>

const colors: Record<OrganizationRequestState, string> = {
  WAITING: 'gray',
  APPROVED: 'green',
  DECLINED: 'orange',
  ENDED: 'orange',
}

/** The last request to approve an organization with its decision, and a form for another one while none waits. */
export function OrganizationRequest() {
  const query = useQuery(organizationRequestQuery)
  return (
    <section className={`card ${layout.setting}`} aria-labelledby="organization">
      <SettingHead id="organization" title={t.title} about={t.about} />
      <QueryBoundary query={query}>
        {({ request }) => (
          <Stack gap="lg" maw={620}>
            {request !== null && <Decision request={request} />}
            {request?.state !== 'WAITING' && <RequestForm before={request?.state === 'DECLINED' ? request : null} />}
          </Stack>
        )}
      </QueryBoundary>
    </section>
  )
}

function Decision({ request: { state, name, note, answer } }: { request: Request }) {
  const queries = useQueryClient()
  const withdraw = async () => {
    await api(consoleApi.apps.deleteOrganizationRequest)
    await queries.invalidateQueries(organizationRequestQuery)
  }
  return (
    <Alert color={colors[state]} title={t.states[state](name)}>
      <Stack gap="xs">
        {state === 'WAITING' && note !== '' && <Written>{note}</Written>}
        {state === 'APPROVED' && <Text size="sm">{t.approvedHint}</Text>}
        {answer !== null && <Written>{t.reason(answer)}</Written>}
        {state === 'WAITING' && (
          <Group>
            <ConfirmButton label={t.withdraw} title={t.withdrawTitle} confirmLabel={t.withdraw} onConfirm={withdraw}>
              {t.withdrawAbout}
            </ConfirmButton>
          </Group>
        )}
      </Stack>
    </Alert>
  )
}

function Written({ children }: { children: string }) {
  return (
    <Text size="sm" dir="auto" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  )
}

/** `before`: the declined request, whose values it starts with. */
function RequestForm({ before }: { before: Request | null }) {
  const [draft, setDraft] = useDraft<Pick<Request, 'name' | 'organizationId' | 'note'>>('organizationRequest')
  const { name = '', organizationId = '', note = '' } = draft ?? before ?? {}
  const set = (change: Partial<Request>) => setDraft(() => ({ name, organizationId, note, ...change }))
  const queries = useQueryClient()
  const ask = useMutation({
    mutationFn: () => api(consoleApi.apps.putOrganizationRequest, { body: { name, organizationId, note } }),
    onSuccess: async () => {
      setDraft(() => null)
      await queries.invalidateQueries(organizationRequestQuery)
    },
  })
  return (
    <Stack
      component="form"
      gap="md"
      aria-label={t.title}
      onSubmit={(event) => {
        event.preventDefault()
        ask.mutate()
      }}
    >
      <TextInput
        label={t.name}
        value={name}
        onChange={({ currentTarget: { value } }) => set({ name: value })}
        maxLength={100}
        required
      />
      <TextInput
        label={t.id}
        description={t.idHint}
        value={organizationId}
        onChange={({ currentTarget: { value } }) => set({ organizationId: value })}
        maxLength={100}
        required
      />
      <Textarea
        label={t.note}
        value={note}
        onChange={({ currentTarget: { value } }) => set({ note: value })}
        maxLength={500}
        autosize
        minRows={2}
      />
      {ask.error !== null && <ErrorAlert error={ask.error} />}
      <Button
        type="submit"
        loading={ask.isPending}
        disabled={name.trim() === '' || organizationId.trim() === ''}
        style={{ alignSelf: 'start' }}
      >
        {t.ask}
      </Button>
    </Stack>
  )
}
