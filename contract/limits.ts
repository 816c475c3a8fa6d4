/** The numbers of the specification, "Limits"; times in seconds unless the name says otherwise. */
export const limits = {
  clientSessions: 10,
  userSessions: 3,
  subscriptionsPerSession: 30,
  messageLength: 100,
  /** Over this many UTF-16 units a text is refused before anything counts it. Gap 22. */
  messageUnits: 2000,
  accessTokenSec: 86_400,
  refreshTokenSec: 30 * 86_400,
  /** Gap 9. */
  authorizationCodeSec: 600,
  /** Gap 36. */
  sessionUrlSec: 60,
} as const
