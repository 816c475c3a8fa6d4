/** The kinds of subjects that a person can report. */
export const reportKinds = ['MESSAGE', 'CHANNEL', 'APP'] as const
export type ReportKind = (typeof reportKinds)[number]

export const reportReasons = ['SPAM', 'HARASSMENT', 'SEXUAL', 'VIOLENCE', 'IMPERSONATION', 'ILLEGAL', 'OTHER'] as const
export type ReportReason = (typeof reportReasons)[number]

export const reportDecisions = ['ACTION_TAKEN', 'NO_VIOLATION'] as const
export type ReportDecision = (typeof reportDecisions)[number]

/** Who has taken an open report: the caller, or nobody. */
export const reportAssignees = ['ME', 'NOBODY'] as const
export type ReportAssignee = (typeof reportAssignees)[number]

export const reportStates = ['OPEN', 'DECIDED'] as const
export type ReportState = (typeof reportStates)[number]
