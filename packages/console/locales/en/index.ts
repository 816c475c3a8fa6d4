import { common } from './common.ts'

/** The English console: the common strings, and for each feature a function that loads its strings. */
export const en = {
  name: 'English',
  common,
  features: {
    about: async () => (await import('./about.ts')).about,
    account: async () => (await import('./account.ts')).account,
    admin: async () => (await import('./admin.ts')).admin,
    apps: async () => (await import('./apps.ts')).apps,
    confirm: async () => (await import('./confirm.ts')).confirm,
    connections: async () => (await import('./connections.ts')).connections,
    drops: async () => (await import('./drops.ts')).drops,
    errors: async () => (await import('./errors.ts')).errors,
    failures: async () => (await import('./failures.ts')).failures,
    goLive: async () => (await import('./go-live.ts')).goLive,
    operationNames: async () => (await import('./operation-names.ts')).operationNames,
    overlays: async () => (await import('./overlays.ts')).overlays,
    profile: async () => (await import('./profile.ts')).profile,
    reference: async () => (await import('./reference.ts')).reference,
    live: async () => (await import('./live.ts')).live,
    lives: async () => (await import('./lives.ts')).lives,
    inspector: async () => (await import('./inspector.ts')).inspector,
    moderation: async () => (await import('./moderation.ts')).moderation,
    notices: async () => (await import('./notices.ts')).notices,
    palette: async () => (await import('./palette.ts')).palette,
    poll: async () => (await import('./poll.ts')).poll,
    private: async () => (await import('./private.ts')).privateTexts,
    replay: async () => (await import('./replay.ts')).replay,
    reports: async () => (await import('./reports.ts')).reports,
    restream: async () => (await import('./restream.ts')).restream,
    sandbox: async () => (await import('./sandbox.ts')).sandbox,
    schedule: async () => (await import('./schedule.ts')).schedule,
    studio: async () => (await import('./studio.ts')).studio,
    teams: async () => (await import('./teams.ts')).teams,
    trigger: async () => (await import('./trigger.ts')).trigger,
    video: async () => (await import('./video.ts')).video,
    watch: async () => (await import('./watch.ts')).watch,
  },
}

export type Locale = typeof en
