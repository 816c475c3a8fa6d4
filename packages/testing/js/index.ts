import './require-node.ts'
export { openWorld, type World, type Webhook, type ReceivedNotification, type Duration, type App } from './world.ts'
export type { Person } from './person.ts'
