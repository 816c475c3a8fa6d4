import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { consoleApi, limits, reportDecisions, type ReportDecision as Decision } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import type { ReportDetail } from '../queries.ts'
import { PersonLink } from './person-link.tsx'

const { report: t } = strings('admin')
const { decisions } = strings('reports')

/** The decision on a report, or the form to decide it. */
export function ReportDecision({ report }: { report: ReportDetail }) {
  const { decision, decidedBy, decidedDate, note, answer } = report
  return (
    <section className="card" aria-labelledby="decision">
      <h2 id="decision">{t.decision}</h2>
      {decision === null ? (
        <DecisionForm reportId={report.reportId} hasReporters={report.reporters.length > 0} />
      ) : (
        <Facts>
          <Fact name={t.decision}>{decisions[decision]}</Fact>
          {decidedBy !== null && (
            <Fact name={t.decidedBy}>
              <PersonLink channelId={decidedBy.channelId} channelName={decidedBy.channelName} />
            </Fact>
          )}
          {decidedDate !== null && (
            <Fact name={t.when}>
              <RelativeTime at={decidedDate} />
            </Fact>
          )}
          {note !== null && (
            <Fact name={t.note}>
              <Written>{note}</Written>
            </Fact>
          )}
          {answer !== null && (
            <Fact name={t.answer}>
              <Written>{answer}</Written>
            </Fact>
          )}
        </Facts>
      )}
    </section>
  )
}

function Written({ children }: { children: string }) {
  return (
    <Text inherit dir="auto" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  )
}

type Draft = { decision: Decision | null; note: string; answer: string }
const initial: Draft = { decision: null, note: '', answer: '' }

/** `hasReporters`: whether there are people to answer, unlike for a word that the site found. */
function DecisionForm({ reportId, hasReporters }: { reportId: string; hasReporters: boolean }) {
  const [draft, setDraft] = useDraft<Draft>('decision')
  const { decision, note, answer } = draft ?? initial
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...(before ?? initial), ...changed }))
  const queries = useQueryClient()
  const decide = useMutation({
    mutationFn: (chosen: Decision) =>
      api(consoleApi.admin.putReportDecision, { pathParams: { reportId }, body: { decision: chosen, note, answer } }),
    onSuccess: () => setDraft(() => null),
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin'] }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (decision !== null) decide.mutate(decision)
  }
  return (
    <Stack component="form" gap="md" mt="sm" onSubmit={submit}>
      <Radio.Group
        label={t.choose}
        value={decision}
        onChange={(value) => change({ decision: value })}
        required
        withAsterisk={false}
      >
        <Group gap="md" mt="xs">
          {reportDecisions.map((value) => (
            <Radio key={value} value={value} label={decisions[value]} />
          ))}
        </Group>
      </Radio.Group>
      {hasReporters && (
        <Textarea
          label={t.answer}
          description={t.answerHint}
          value={answer}
          onChange={({ currentTarget: { value } }) => change({ answer: value })}
          maxLength={limits.reportTextLength}
          autosize
          minRows={2}
          maxRows={8}
        />
      )}
      <Textarea
        label={t.note}
        description={t.noteHint}
        value={note}
        onChange={({ currentTarget: { value } }) => change({ note: value })}
        maxLength={limits.reportTextLength}
        autosize
        minRows={1}
        maxRows={8}
      />
      {decide.error !== null && <ErrorAlert error={decide.error} />}
      <Group>
        <Button type="submit" loading={decide.isPending} disabled={decision === null}>
          {hasReporters ? t.decide : t.decideOnly}
        </Button>
      </Group>
    </Stack>
  )
}
