import { Alert, Button, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, siteWords, type SiteSettings } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { EditForm } from '../../../ui/forms/edit-form.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { siteSettingsQuery } from '../queries.ts'

const { words: t } = strings('admin')

const lists = ['refusedWords', 'reviewedWords', 'wordExceptions', 'reservedNames'] as const
type Texts = Record<(typeof lists)[number], string>

/** The words that the site does not want, the names that nobody may choose, and a field to try both out. */
export function AdminWords() {
  const query = useQuery(siteSettingsQuery)
  return (
    <Stack gap="lg">
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <TryOut />
      <QueryBoundary query={query}>{({ settings }) => <Lists settings={settings} />}</QueryBoundary>
    </Stack>
  )
}

/** A word in each line. */
const fromLines = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
]
const problemOf = (text: string) => {
  const words = fromLines(text)
  if (words.length > siteWords.most) return t.tooMany(siteWords.most)
  const tooLong = words.find((word) => word.length > siteWords.length)
  return tooLong === undefined ? null : t.tooLong(tooLong, siteWords.length)
}

function Lists({ settings }: { settings: SiteSettings }) {
  const queries = useQueryClient()
  const saved = Object.fromEntries(lists.map((name) => [name, settings[name].join('\n')])) as Texts
  const save = async (changed: Partial<Texts>) => {
    const body = Object.fromEntries(Object.entries(changed).map(([name, text]) => [name, fromLines(text)]))
    await api(consoleApi.admin.updateSiteSettings, { body })
    await queries.invalidateQueries(siteSettingsQuery)
  }
  return (
    <EditForm
      label={t.lists}
      savedValues={saved}
      save={save}
      isInvalid={(values) => lists.some((name) => problemOf(values[name]) !== null)}
      isWide
    >
      {(values, set) => (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
          {lists.map((name) => (
            <Textarea
              key={name}
              label={t.names[name]}
              description={t.hints[name]}
              value={values[name]}
              error={problemOf(values[name])}
              onChange={({ currentTarget: { value } }) => set({ [name]: value })}
              autosize
              minRows={4}
              maxRows={12}
              // The fields of a row begin at one height, under descriptions of one and of two lines.
              styles={{ root: { display: 'grid', gridTemplateRows: 'auto 1fr auto' } }}
            />
          ))}
        </SimpleGrid>
      )}
    </EditForm>
  )
}

function TryOut() {
  const [text, setText] = useState('')
  const check = useMutation({ mutationFn: () => api(consoleApi.admin.checkWords, { body: { text } }) })
  return (
    <Stack
      component="form"
      className="card"
      gap="sm"
      aria-labelledby="try"
      onSubmit={(event) => {
        event.preventDefault()
        check.mutate()
      }}
    >
      <div>
        <h2 id="try">{t.tryOut}</h2>
        <Text size="sm" c="dimmed">
          {t.tryOutHint}
        </Text>
      </div>
      <TextInput
        label={t.text}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          check.reset()
        }}
        maxLength={500}
      />
      <Button
        type="submit"
        variant="default"
        disabled={text === ''}
        loading={check.isPending}
        style={{ alignSelf: 'start' }}
      >
        {t.check}
      </Button>
      {check.error !== null && <ErrorAlert error={check.error} />}
      {check.data !== undefined && <Result {...check.data} />}
    </Stack>
  )
}

function Result({ found, nameRefusal }: Awaited<ReturnType<typeof api<typeof consoleApi.admin.checkWords>>>) {
  const isRefused = found?.level === 'REFUSE'
  return (
    <Alert role="status" color={isRefused ? 'red' : found === null && nameRefusal === null ? 'green' : 'yellow'}>
      <Text size="sm">{found === null ? t.accepted : t.found[found.level](found.word, t.readings[found.reading])}</Text>
      <Text size="sm">
        {nameRefusal === null ? t.nameAccepted : t.nameRefused(t.nameRefusals[nameRefusal.code](nameRefusal.word))}
      </Text>
    </Alert>
  )
}
