/** An approval ends when an operator revokes it. */
export const organizationRequestStates = ['WAITING', 'APPROVED', 'DECLINED', 'ENDED'] as const
export type OrganizationRequestState = (typeof organizationRequestStates)[number]
export type OrganizationOutcome = Exclude<OrganizationRequestState, 'WAITING'>
