import { reportDecisions, reportKinds, reportStates, sortOrders } from '@onair/contract'
import { CommandError } from '../../command.ts'
import { account, adminCommand, fieldsText, listText, next, search } from '../data/admin-command.ts'
import { resolveAccount } from '../data/open-data.ts'

const report = { placeholder: '<report id>', isRequired: true } as const

export const listReports = adminCommand({
  name: 'report list',
  summary: 'List what people reported, of each subject once, oldest first',
  endpoint: 'listReports',
  options: {
    search,
    state: { placeholder: '<state>', choices: reportStates, defaultText: 'OPEN' },
    kind: { placeholder: '<kind>', description: 'only reports of this kind of subject', choices: reportKinds },
    unassigned: { description: 'only reports that nobody has taken' },
    sort: { placeholder: '<order>', choices: sortOrders, defaultText: 'oldest' },
    next,
  },
  input: ({ unassigned, ...query }) => ({ query: { ...query, assignee: unassigned ? 'NOBODY' : undefined } }),
  run: async ({ query }, deps) =>
    (await import('@onair/server/features/reports/list-reports.ts')).listReports({ callerId: null, ...query }, deps),
  text: (list) =>
    listText(
      list,
      ({ reportId, kind, reports, reasons, word, reportedDate, assignee, snapshot, decision }) => [
        reportId,
        reportedDate,
        kind,
        word === null ? `${reports} ${reasons.join(',')}` : `word ${JSON.stringify(word)}`,
        decision ?? (assignee === null ? 'open' : `taken by ${JSON.stringify(assignee.channelName)}`),
        JSON.stringify(snapshot.content === null ? snapshot.name : [snapshot.name, snapshot.content]),
      ],
      'No report matches.',
    ),
})

export const showReport = adminCommand({
  name: 'report show',
  summary: 'Show what people reported about a subject, and the decision',
  endpoint: 'getReport',
  positionals: { report },
  input: ({ report }) => ({ pathParams: { reportId: report } }),
  run: async ({ pathParams: { reportId } }, deps) =>
    (await import('@onair/server/features/reports/list-reports.ts')).getReport({ callerId: null, reportId }, deps),
  text: ({ reporters, ...report }) =>
    [fieldsText(report), ...reporters.map((reporter) => `reporter  ${JSON.stringify(reporter)}`)].join('\n'),
})

export const assignReport = adminCommand({
  name: 'report assign',
  summary: 'Give an open report that nobody has taken to an operator or moderator',
  endpoint: 'putReportAssignee',
  positionals: { report, account },
  input: ({ report }) => ({ pathParams: { reportId: report }, body: { isTaken: true } }),
  async run({ pathParams: { reportId } }, deps, { account }) {
    const callerId = await resolveAccount(account, deps)
    const { listSiteRoles } = await import('@onair/server/features/operators/site-roles.ts')
    const { data } = await listSiteRoles(deps)
    if (!data.some(({ channelId }) => channelId === callerId))
      throw new CommandError(`The account ${callerId} has no role in running the site.`)
    const { assignReport: assign } = await import('@onair/server/features/reports/assign-report.ts')
    await assign({ callerId, reportId, isTaken: true }, deps)
    return null
  },
  text: (_content, { pathParams: { reportId } }) => `Report ${reportId} is taken.`,
})

export const releaseReport = adminCommand({
  name: 'report release',
  summary: 'Release an open report that somebody has taken',
  endpoint: 'putReportAssignee',
  positionals: { report },
  input: ({ report }) => ({ pathParams: { reportId: report }, body: { isTaken: false } }),
  async run({ pathParams: { reportId } }, deps) {
    const { assignReport: assign } = await import('@onair/server/features/reports/assign-report.ts')
    await assign({ callerId: null, reportId, isTaken: false }, deps)
    return null
  },
  text: (_content, { pathParams: { reportId } }) => `Nobody has taken report ${reportId}.`,
})

export const decideReport = adminCommand({
  name: 'report decide',
  summary: 'Decide all open reports about a subject, and answer those who sent them; a decision is final',
  endpoint: 'putReportDecision',
  positionals: { report, decision: { placeholder: '<decision>', choices: reportDecisions, isRequired: true } },
  options: {
    note: { placeholder: '<text>', description: 'for the people who run the site' },
    answer: { placeholder: '<text>', description: 'for the people who sent the reports' },
  },
  input: ({ report, ...body }) => ({ pathParams: { reportId: report }, body }),
  async run({ pathParams: { reportId }, body }, deps) {
    const { decideReport: decide } = await import('@onair/server/features/reports/decide-report.ts')
    const { queueMail } = await import('@onair/server/features/mail/queue-mail.ts')
    await decide({ callerId: null, reportId, ...body }, deps, (tx, publish, mail) =>
      queueMail(tx, publish, { kind: 'REPORT_DECIDED', ...mail }, deps),
    )
    return null
  },
  text: (_content, { pathParams: { reportId }, body: { decision } }) => `Report ${reportId} is decided: ${decision}.`,
})
