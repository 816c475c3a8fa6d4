/** An error at startup that the operator can fix. The message is one line and says how. */
export class StartError extends Error {}
