/** The tabs of an application's page, as in its address. */
export const appTabs = ['overview', 'scopes', 'sessions', 'webhook', 'settings'] as const
export type AppTab = (typeof appTabs)[number]

export function isAppTab(text: unknown): text is AppTab {
  return appTabs.some((tab) => tab === text)
}
