import { Alert, Button, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, siteWords, wordLists, type SiteSettings, type WordList } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { EditForm } from '../../../ui/forms/edit-form.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { siteSettingsQuery } from '../queries.ts'

const { words: t } = strings('admin')

/** The text of a list, and the words that it had when the person began to edit it. */
type Edit = { text: string; before: readonly string[] }

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
/** Others may have changed the list since: only the words that the person added and removed are sent. */
const changeOf = ({ text, before }: Edit) => {
  const words = fromLines(text)
  return {
    added: words.filter((word) => !before.includes(word)),
    removed: before.filter((word) => !words.includes(word)),
  }
}
const problemOf = (text: string) => {
  const words = fromLines(text)
  if (words.length > siteWords.most) return t.tooMany(siteWords.most)
  const tooLong = words.find((word) => word.length > siteWords.length)
  return tooLong === undefined ? null : t.tooLong(tooLong, siteWords.length)
}

function Lists({ settings }: { settings: SiteSettings }) {
  const queries = useQueryClient()
  const saved = Object.fromEntries(
    wordLists.map((name) => [name, { text: settings[name].join('\n'), before: settings[name] }]),
  ) as unknown as Record<WordList, Edit>
  const save = async (changed: Partial<typeof saved>) => {
    const body = Object.fromEntries(Object.entries(changed).map(([name, edit]) => [name, changeOf(edit)]))
    await api(consoleApi.admin.updateSiteSettings, { body })
    await queries.invalidateQueries(siteSettingsQuery)
  }
  return (
    <EditForm
      label={t.lists}
      savedValues={saved}
      save={save}
      isInvalid={(values) => wordLists.some((name) => problemOf(values[name].text) !== null)}
      isWide
    >
      {(values, set) => (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
          {wordLists.map((name) => (
            <Textarea
              key={name}
              label={t.names[name]}
              description={t.hints[name]}
              value={values[name].text}
              error={problemOf(values[name].text)}
              onChange={({ currentTarget: { value } }) => set({ [name]: { ...values[name], text: value } })}
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
