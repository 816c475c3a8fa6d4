import { Alert, Button, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { consoleApps } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { appQuery, type AppDetails } from '../../lib/app-queries.ts'
import { localize } from '../../lib/language.ts'
import { ErrorText } from '../../ui/error-text.tsx'
import { ScopeSelect, type ScopeSelection } from './scope-select.tsx'

/** Changes what the application asks for, and says what that means for people who allowed something before. */
export function EditScopes({ app }: { app: AppDetails }) {
  const savedSelection: ScopeSelection = {
    scopes: app.scopes.map(({ scope }) => scope),
    organizationId: app.organizationId,
  }
  const [selection, setSelection] = useState(savedSelection)
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: () =>
      api(consoleApps.updateApp, {
        pathParams: { clientId: app.clientId },
        body: {
          scopes: [...selection.scopes],
          ...(selection.organizationId !== null &&
            selection.organizationId !== savedSelection.organizationId && { organizationId: selection.organizationId }),
        },
      }),
    onSuccess: () => queries.invalidateQueries(appQuery(app.clientId)),
  })
  const addedCount = selection.scopes.filter((scope) => !savedSelection.scopes.includes(scope)).length
  const removedCount = savedSelection.scopes.filter((scope) => !selection.scopes.includes(scope)).length
  const isDirty = addedCount + removedCount > 0 || selection.organizationId !== savedSelection.organizationId
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form className="card" onSubmit={submit}>
      <Stack gap="md">
        <h2>{t.title}</h2>
        <ScopeSelect
          {...selection}
          hint={t.hint}
          isOrganizationRequired={savedSelection.organizationId !== null}
          onChange={(changed) => {
            save.reset()
            setSelection(changed)
          }}
        />
        {addedCount + removedCount > 0 && (
          <Alert color="orange" title={t.changes(addedCount, removedCount)}>
            {t.meaning}
          </Alert>
        )}
        {save.error && (
          <Alert color="red" role="alert" title={t.refused}>
            <ErrorText error={save.error} />
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!isDirty}>
            {t.save}
          </Button>
          <span role="status" className="small soft">
            {save.isSuccess && !isDirty && t.saved}
          </span>
        </Group>
      </Stack>
    </form>
  )
}

const t = localize({
  ko: {
    title: '요청할 권한 바꾸기',
    hint: '다음 동의부터 이 권한을 묻습니다.',
    changes: (added: number, dropped: number) => `더하기 ${added}개, 빼기 ${dropped}개`,
    meaning:
      '이미 동의한 사람은 허용한 권한을 그대로 가집니다. 더한 권한은 그 사람을 동의 화면으로 다시 보내야 생깁니다. 뺀 권한은 앞으로 묻지 않을 뿐이며, 이미 허용한 사람의 것은 동의를 철회할 때 끝납니다.',
    refused: '저장하지 못했습니다',
    save: '권한 저장',
    saved: '저장했습니다.',
  },
  en: {
    title: 'Change what is asked for',
    hint: 'Asked for from the next consent on.',
    changes: (added: number, dropped: number) => `${added} more, ${dropped} fewer`,
    meaning:
      'Who allowed something before keeps it. A scope that is added comes to them once you lead them to the consent page again. One that is dropped is asked for no more; who allowed it keeps it until they withdraw their consent.',
    refused: 'It was not saved',
    save: 'Save the scopes',
    saved: 'Saved.',
  },
})
