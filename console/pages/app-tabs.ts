/** The parts of an application's page, as they stand in its address. */
export const appTabs = ['overview', 'scopes', 'sessions', 'settings'] as const
export type AppTab = (typeof appTabs)[number]

export function isAppTab(text: unknown): text is AppTab {
  return appTabs.some((tab) => tab === text)
}
