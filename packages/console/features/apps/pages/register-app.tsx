import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { consoleApi, type WireProfile } from '@onair/contract'
import { api, retryAfterSeconds } from '../../../lib/api.ts'
import { appListsKey } from '../queries.ts'
import { useFormDraft } from '../../../lib/drafts.ts'
import { useErrorStrings } from '../../../lib/error-message.ts'
import { focusOnOpen } from '../../../lib/focus.ts'
import { useRetryWait } from '../../../lib/use-retry-wait.ts'
import { isLockedSandbox, isSandbox } from '../../../lib/page-settings.ts'
import { strings } from '../../../locales/index.ts'
import { useNameCheck } from '../name-validation.ts'
import { FirstSteps } from '../components/first-steps.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { WireProfileSelect } from '../components/wire-profile-select.tsx'
import { RetryCountdown } from '../../../ui/error-alert.tsx'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { type ScopeSelection } from '../components/organization-select.tsx'
import { ScopeSelect } from '../components/scope-select.tsx'
import { TeamSelect } from '../components/team-select.tsx'
import { NewCredentials } from '../components/new-credentials.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { sandboxCallbackUrl, suggestRedirectUrl, useRedirectUrlError } from '../redirect-url-validation.ts'

const { register: t } = strings('apps')

type RegistrationForm = ScopeSelection & { name: string; redirectUri: string; wireProfile: WireProfile; teamId: string }

/** Registers an application, then shows its secret once. */
export function RegisterApp() {
  const form = useForm<RegistrationForm>({
    initialValues: {
      name: '',
      // In a sandbox the address works without a program of the developer.
      redirectUri: isSandbox ? sandboxCallbackUrl : '',
      scopes: [],
      organizationId: null,
      wireProfile: 'documented',
      teamId: '',
    },
    onValuesChange: (values) => draft.store(values),
  })
  const draft = useFormDraft<RegistrationForm>('register', form.setValues)
  const { name, redirectUri, scopes, organizationId, wireProfile, teamId } = form.values
  const [wasSubmitted, setSubmitted] = useState(false)
  const missingError = useErrorStrings()?.sentences.MISSING ?? 'MISSING'
  const nameCheck = useNameCheck(name)
  const redirectUriError = useRedirectUrlError(redirectUri)
  const queries = useQueryClient()
  const register = useMutation({
    mutationFn: ({ scopes, organizationId, teamId, ...values }: RegistrationForm) =>
      api(consoleApi.apps.registerApp, {
        body: {
          ...values,
          scopes: [...scopes],
          ...(organizationId !== null && { organizationId }),
          ...(teamId !== '' && { teamId }),
        },
      }),
    onSuccess: () => {
      draft.clear()
      return queries.invalidateQueries({ queryKey: appListsKey })
    },
  })
  const retrySec = useRetryWait(register.error)
  const isRateLimited = retryAfterSeconds(register.error) !== null
  if (register.data) return <AppRegistered {...register.data} {...register.variables} />

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    // The server validates a name whose check is pending.
    const isNameWrong = name === '' || (nameCheck.error !== null && !nameCheck.isPending)
    if (isNameWrong) form.getInputNode('name')?.focus()
    else if (redirectUri === '' || redirectUriError !== null) form.getInputNode('redirectUri')?.focus()
    else register.mutate(form.values)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg" maw={820}>
        <PageTitle>{t.title}</PageTitle>
        <Stack gap="lg" className="card">
          <TextInput
            label={t.name}
            description={t.nameHint}
            {...form.getInputProps('name')}
            error={wasSubmitted && name === '' ? missingError : nameCheck.error}
            maxLength={100}
            required
            ref={focusOnOpen}
          />
          <RedirectUrlField form={form} missingError={wasSubmitted ? missingError : null} />
          <TeamSelect value={teamId} onChange={(chosen) => form.setFieldValue('teamId', chosen)} />
          <ScopeSelect scopes={scopes} organizationId={organizationId} hint={t.scopesHint} onChange={form.setValues} />
          <WireProfileSelect value={wireProfile} onChange={(selected) => form.setFieldValue('wireProfile', selected)} />
        </Stack>
        {isRateLimited ? (
          <RetryCountdown error={register.error} />
        ) : (
          register.error && (
            <Alert color="red" role="alert" title={t.failed}>
              <ErrorText error={register.error} />
            </Alert>
          )
        )}
        <Group>
          <Button type="submit" loading={register.isPending} disabled={retrySec > 0}>
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

type RedirectUrlProps = { form: UseFormReturnType<RegistrationForm>; missingError: string | null }

/** The address for the code of a consent, and a button that fills in what was probably meant. */
function RedirectUrlField({ form, missingError }: RedirectUrlProps) {
  const { redirectUri } = form.values
  const error = useRedirectUrlError(redirectUri)
  const suggestedUrl = suggestRedirectUrl(redirectUri)
  const fillIn = (url: string) => {
    form.setFieldValue('redirectUri', url)
    form.getInputNode('redirectUri')?.focus()
  }
  return (
    <div>
      <TextInput
        label={t.redirectUrl}
        description={isSandbox || isLockedSandbox ? t.redirectUrlHintSandbox : t.redirectUrlHint}
        placeholder={isSandbox || isLockedSandbox ? 'http://127.0.0.1:3000/callback' : 'https://example.com/callback'}
        {...form.getInputProps('redirectUri')}
        error={redirectUri === '' ? missingError : error}
        inputMode="url"
        maxLength={2000}
        required
      />
      {suggestedUrl !== null && (
        <Button size="compact-sm" variant="default" mt="xs" maw="100%" onClick={() => fillIn(suggestedUrl)}>
          {t.fillInUrl(suggestedUrl)}
        </Button>
      )}
    </div>
  )
}

type RegisteredApp = Pick<RegistrationForm, 'name' | 'redirectUri' | 'scopes'> & {
  clientId: string
  clientSecret: string
}

/** As it was registered; the form behind it may have other values by now. */
function AppRegistered({ clientId, clientSecret, name, redirectUri, scopes }: RegisteredApp) {
  const warning = useRef<HTMLDivElement>(null)
  // The form was scrolled down to its button, and the secret is shown once.
  useEffect(() => {
    warning.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [])
  return (
    <Stack gap="lg" maw={820}>
      <PageTitle>{t.registered(name)}</PageTitle>
      <Alert color="orange" title={t.shownOnce} ref={warning} tabIndex={-1}>
        {t.shownOnceHint}
      </Alert>
      <NewCredentials clientId={clientId} clientSecret={clientSecret} />
      <FirstSteps app={{ clientId, redirectUri }} scopes={scopes} />
      <Group>
        <ButtonLink to="/console/apps/$clientId" params={{ clientId }}>
          {t.continue}
        </ButtonLink>
      </Group>
    </Stack>
  )
}
