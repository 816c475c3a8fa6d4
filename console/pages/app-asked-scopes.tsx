import { Alert, Button, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { consoleApps } from '@onair/contract'
import { api } from '../api.ts'
import { appQuery, type ShownApp } from '../app-queries.ts'
import { inLanguage } from '../language.ts'
import { Reason } from '../parts/reason.tsx'
import { ScopeChoice, type Asked } from '../parts/scope-choice.tsx'

/** Changes what the application asks for, and says what that means for people who allowed something before. */
export function AppAskedScopes({ app }: { app: ShownApp }) {
  const before: Asked = { scopes: app.scopes.map(({ scope }) => scope), organizationId: app.organizationId }
  const [asked, setAsked] = useState(before)
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: () =>
      api(consoleApps.changeApp, {
        inPath: { clientId: app.clientId },
        body: {
          scopes: [...asked.scopes],
          ...(asked.organizationId !== null &&
            asked.organizationId !== before.organizationId && { organizationId: asked.organizationId }),
        },
      }),
    onSuccess: () => queries.invalidateQueries(appQuery(app.clientId)),
  })
  const added = asked.scopes.filter((scope) => !before.scopes.includes(scope)).length
  const dropped = before.scopes.filter((scope) => !asked.scopes.includes(scope)).length
  const hasChanged = added + dropped > 0 || asked.organizationId !== before.organizationId
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form className="card" onSubmit={submit}>
      <Stack gap="md">
        <h2>{said.title}</h2>
        <ScopeChoice
          {...asked}
          hint={said.hint}
          belongs={before.organizationId !== null}
          onChange={(changed) => {
            save.reset()
            setAsked(changed)
          }}
        />
        {added + dropped > 0 && (
          <Alert color="orange" title={said.changes(added, dropped)}>
            {said.meaning}
          </Alert>
        )}
        {save.error && (
          <Alert color="red" role="alert" title={said.refused}>
            <Reason error={save.error} />
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!hasChanged}>
            {said.save}
          </Button>
          <span role="status" className="small soft">
            {save.isSuccess && !hasChanged && said.saved}
          </span>
        </Group>
      </Stack>
    </form>
  )
}

const said = inLanguage({
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
