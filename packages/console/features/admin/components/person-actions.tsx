import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { loadExport } from '../../../lib/load-export.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { visitorQuery } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import type { Person } from '../queries.ts'
import { LiveMeasures } from './live-measures.tsx'
import { SignUpDecision } from './sign-up-decision.tsx'
import { StreamRequestDecision } from './stream-request-decision.tsx'
import { StreamingButton } from './streaming-button.tsx'
import { SuspendButton } from './suspend-button.tsx'

const { person: t, suspend } = strings('admin')

/** The actions of the people who run the site on a person. */
export function PersonActions({
  person: {
    channelId,
    channelName,
    request,
    siteRole,
    streamRequest,
    suspension,
    isLive,
    mayStream,
    streamingBlock,
    verifiedMark,
  },
}: {
  person: Person
}) {
  const isOperator = useQuery(visitorQuery).data?.siteRole === 'OPERATOR'
  const queries = useQueryClient()
  const pathParams = { channelId }
  const exporting = useMutation({
    mutationFn: async () => {
      const data = await loadExport((query) => api(consoleApi.admin.exportPerson, { pathParams, query }))
      saveFile(`onair-${channelId}.json`, 'application/json', JSON.stringify(data, null, 2))
    },
  })
  const reload = () => queries.invalidateQueries({ queryKey: ['admin'] })
  if (siteRole !== null && !isOperator) return <Text className="card">{t.hasRole}</Text>
  return (
    <section className="card" aria-labelledby="actions">
      <h2 id="actions">{t.actions}</h2>
      <Group gap="xs" mt="sm">
        {request !== null && <SignUpDecision channelIds={[channelId]} isRefused={request.isRefused} />}
        {request !== null ? null : suspension === null ? (
          <SuspendButton people={[{ channelId, channelName }]} label={suspend.suspend} />
        ) : (
          <ConfirmButton
            label={t.resume}
            title={t.resume}
            confirmLabel={t.resume}
            isDestructive={false}
            button={{ size: 'sm' }}
            onConfirm={() => api(consoleApi.admin.resume, { pathParams }).then(reload)}
          >
            {t.resumeHint}
          </ConfirmButton>
        )}
        {streamRequest !== null && <StreamRequestDecision channelIds={[channelId]} />}
        {isLive && <LiveMeasures channelId={channelId} channelName={channelName} measures={['END']} size="sm" />}
        {streamingBlock !== null && (
          <LiveMeasures channelId={channelId} channelName={channelName} measures={['LIFT_BLOCK']} size="sm" />
        )}
        <ConfirmButton
          label={t.signOut}
          title={t.signOut}
          confirmLabel={t.signOut}
          button={{ size: 'sm', variant: 'default' }}
          onConfirm={() => api(consoleApi.admin.signOutPerson, { pathParams }).then(reload)}
        >
          {t.signOutHint}
        </ConfirmButton>
        <ConfirmButton
          label={t.removeProfile}
          title={t.removeProfile}
          confirmLabel={t.removeProfile}
          button={{ size: 'sm', variant: 'default' }}
          onConfirm={() => api(consoleApi.admin.removeProfile, { pathParams }).then(reload)}
        >
          {t.removeProfileHint}
        </ConfirmButton>
        {isOperator && (
          <>
            {request === null && streamRequest === null && (
              <StreamingButton channelIds={[channelId]} mayStream={!mayStream} />
            )}
            <ConfirmButton
              label={verifiedMark ? t.unverify : t.verify}
              title={verifiedMark ? t.unverify : t.verify}
              confirmLabel={verifiedMark ? t.unverify : t.verify}
              isDestructive={false}
              button={{ size: 'sm', variant: 'default' }}
              onConfirm={() =>
                api(consoleApi.admin.putVerifiedMark, { pathParams, body: { verifiedMark: !verifiedMark } }).then(
                  reload,
                )
              }
            >
              {t.verifyHint}
            </ConfirmButton>
            <Button variant="default" size="sm" loading={exporting.isPending} onClick={() => exporting.mutate()}>
              {t.export}
            </Button>
          </>
        )}
      </Group>
      {exporting.error !== null && <ErrorAlert error={exporting.error} />}
      <Rename key={channelName} channelId={channelId} channelName={channelName} />
    </section>
  )
}

function Rename({ channelId, channelName }: { channelId: string; channelName: string }) {
  const [name, setName] = useState(channelName)
  const [reason, setReason] = useState('')
  const queries = useQueryClient()
  const rename = useMutation({
    mutationFn: () =>
      api(consoleApi.admin.renamePerson, {
        pathParams: { channelId },
        body: { channelName: name.trim(), reason: reason.trim() },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['admin'] }),
  })
  return (
    <Stack
      component="form"
      gap="xs"
      mt="md"
      onSubmit={(event) => {
        event.preventDefault()
        rename.mutate()
      }}
    >
      <Group gap="xs" align="end">
        <TextInput
          label={t.name}
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
          maxLength={200}
        />
        <TextInput
          label={suspend.reason}
          description={suspend.reasonHint}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
          maxLength={200}
        />
        <Button
          type="submit"
          variant="default"
          loading={rename.isPending}
          disabled={name.trim() === '' || name.trim() === channelName || reason.trim() === ''}
        >
          {t.rename}
        </Button>
      </Group>
      {rename.error !== null && <ErrorAlert error={rename.error} />}
    </Stack>
  )
}
