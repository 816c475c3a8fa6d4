import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { consoleApps, userScopes, type WireProfile } from '@onair/contract'
import { api } from '../api.ts'
import { appsQuery } from '../app-queries.ts'
import { inLanguage } from '../language.ts'
import { useNameFault } from '../name-faults.ts'
import { ButtonLink } from '../parts/links.tsx'
import { ProfileChoice } from '../parts/profile-choice.tsx'
import { Reason } from '../parts/reason.tsx'
import { ScopeChoice, type Asked } from '../parts/scope-choice.tsx'
import { Secret } from '../parts/secret.tsx'
import { Title } from '../parts/title.tsx'
import { useRedirectFault } from '../redirect-faults.ts'

/** Registers an application; afterwards shows its secret, this one time. */
export function NewApp() {
  const [name, setName] = useState('')
  const [redirectUri, setRedirectUri] = useState('')
  const [asked, setAsked] = useState<Asked>({ scopes: userScopes, organizationId: null })
  const [wireProfile, setWireProfile] = useState<WireProfile>('documented')
  const nameFault = useNameFault(name)
  const redirectFault = useRedirectFault(redirectUri)
  const queries = useQueryClient()
  const register = useMutation({
    mutationFn: () =>
      api(consoleApps.registerApp, {
        body: {
          name,
          redirectUri,
          scopes: [...asked.scopes],
          wireProfile,
          ...(asked.organizationId !== null && { organizationId: asked.organizationId }),
        },
      }),
    onSuccess: () => queries.invalidateQueries(appsQuery),
  })
  if (register.data) return <Registered {...register.data} name={name} />

  const submit = (event: FormEvent) => {
    event.preventDefault()
    register.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="lg" maw={680}>
        <Title>{said.title}</Title>
        <TextInput
          label={said.name}
          description={said.nameHint}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={nameFault}
          maxLength={100}
          required
          data-autofocus
        />
        <TextInput
          label={said.redirect}
          description={said.redirectHint}
          placeholder="http://127.0.0.1:3000/callback"
          value={redirectUri}
          onChange={(event) => setRedirectUri(event.currentTarget.value)}
          error={redirectFault}
          inputMode="url"
          maxLength={2000}
          required
        />
        <ScopeChoice {...asked} hint={said.scopesHint} onChange={setAsked} />
        <ProfileChoice value={wireProfile} onChange={setWireProfile} />
        {register.error && (
          <Alert color="red" role="alert" title={said.refused}>
            <Reason error={register.error} />
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={register.isPending} disabled={nameFault !== null || redirectFault !== null}>
            {said.register}
          </Button>
          <ButtonLink to="/console/apps" variant="default">
            {said.cancel}
          </ButtonLink>
        </Group>
      </Stack>
    </form>
  )
}

function Registered({ clientId, clientSecret, name }: { clientId: string; clientSecret: string; name: string }) {
  return (
    <Stack gap="lg" maw={680}>
      <Title>{said.registered(name)}</Title>
      <Alert color="orange" title={said.once}>
        {said.onceHint}
      </Alert>
      <Secret clientId={clientId} clientSecret={clientSecret} />
      <Group>
        <ButtonLink to="/console/apps/$clientId" params={{ clientId }}>
          {said.toApp}
        </ButtonLink>
      </Group>
    </Stack>
  )
}

const said = inLanguage({
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
