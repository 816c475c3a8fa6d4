import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { consoleApps, userScopes, type WireProfile } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { appsQuery } from '../../lib/app-queries.ts'
import { localize } from '../../lib/language.ts'
import { useNameError } from './name-validation.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { WireProfileSelect } from './wire-profile-select.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import { ScopeSelect, type ScopeSelection } from './scope-select.tsx'
import { NewCredentials } from './new-credentials.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { useRedirectUrlError } from './redirect-url-validation.ts'

/** Registers an application; afterwards shows its secret, this one time. */
export function RegisterApp() {
  const [name, setName] = useState('')
  const [redirectUri, setRedirectUri] = useState('')
  const [selection, setSelection] = useState<ScopeSelection>({ scopes: userScopes, organizationId: null })
  const [wireProfile, setWireProfile] = useState<WireProfile>('documented')
  const nameError = useNameError(name)
  const redirectUriError = useRedirectUrlError(redirectUri)
  const queries = useQueryClient()
  const register = useMutation({
    mutationFn: () =>
      api(consoleApps.registerApp, {
        body: {
          name,
          redirectUri,
          scopes: [...selection.scopes],
          wireProfile,
          ...(selection.organizationId !== null && { organizationId: selection.organizationId }),
        },
      }),
    onSuccess: () => queries.invalidateQueries(appsQuery),
  })
  if (register.data) return <AppRegistered {...register.data} name={name} />

  const submit = (event: FormEvent) => {
    event.preventDefault()
    register.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="lg" maw={680}>
        <PageTitle>{t.title}</PageTitle>
        <TextInput
          label={t.name}
          description={t.nameHint}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={nameError}
          maxLength={100}
          required
          data-autofocus
        />
        <TextInput
          label={t.redirect}
          description={t.redirectHint}
          placeholder="http://127.0.0.1:3000/callback"
          value={redirectUri}
          onChange={(event) => setRedirectUri(event.currentTarget.value)}
          error={redirectUriError}
          inputMode="url"
          maxLength={2000}
          required
        />
        <ScopeSelect {...selection} hint={t.scopesHint} onChange={setSelection} />
        <WireProfileSelect value={wireProfile} onChange={setWireProfile} />
        {register.error && (
          <Alert color="red" role="alert" title={t.refused}>
            <ErrorText error={register.error} />
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={register.isPending} disabled={nameError !== null || redirectUriError !== null}>
            {t.register}
          </Button>
          <ButtonLink to="/console/apps" variant="default">
            {t.cancel}
          </ButtonLink>
        </Group>
      </Stack>
    </form>
  )
}

function AppRegistered({ clientId, clientSecret, name }: { clientId: string; clientSecret: string; name: string }) {
  return (
    <Stack gap="lg" maw={680}>
      <PageTitle>{t.registered(name)}</PageTitle>
      <Alert color="orange" title={t.once}>
        {t.onceHint}
      </Alert>
      <NewCredentials clientId={clientId} clientSecret={clientSecret} />
      <Group>
        <ButtonLink to="/console/apps/$clientId" params={{ clientId }}>
          {t.toApp}
        </ButtonLink>
      </Group>
    </Stack>
  )
}

const t = localize({
  ko: {
    title: '애플리케이션 등록',
    name: '이름',
    nameHint: '동의 화면에서 사람들이 보는 이름입니다.',
    redirect: '리디렉션 URL',
    redirectHint: '동의한 사람이 code와 함께 돌아오는 주소입니다. 정확히 일치해야 합니다.',
    scopesHint: '동의 화면에 쓰인 그대로입니다. 꼭 필요한 것만 고르면 더 쉽게 동의를 얻습니다.',
    refused: '등록하지 못했습니다',
    register: '등록',
    cancel: '취소',
    registered: (name: string) => `${name}, 등록했습니다`,
    once: 'Secret은 지금 한 번만 보입니다',
    onceHint: '안전한 곳에 복사해 두세요. 이 페이지를 떠나면 다시 볼 수 없습니다.',
    toApp: '복사했습니다. 애플리케이션으로',
  },
  en: {
    title: 'Register an application',
    name: 'Name',
    nameHint: 'People see it on the consent page.',
    redirect: 'Redirect URL',
    redirectHint: 'Where people come back with a code after consent. It must match exactly.',
    scopesHint: 'In the words of the consent page. Ask for what you need alone; people consent more easily.',
    refused: 'It was not registered',
    register: 'Register',
    cancel: 'Cancel',
    registered: (name: string) => `${name} is registered`,
    once: 'The secret is shown this once',
    onceHint: 'Copy it to a safe place. When you leave this page nobody can show it again.',
    toApp: 'I have copied it. To the application',
  },
})
