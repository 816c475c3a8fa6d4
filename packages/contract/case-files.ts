/** Whether a case file is about what a person did, or about what happened in the person's channel. */
export const caseFileSubjects = ['PERSON', 'CHANNEL'] as const
export type CaseFileSubject = (typeof caseFileSubjects)[number]
