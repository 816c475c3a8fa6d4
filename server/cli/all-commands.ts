import {
  deleteAccount,
  listAccounts,
  resumeAccount,
  setPassword,
  showAccount,
  signOutAccount,
  suspendAccount,
} from './account.ts'
import { approveOrganization } from './approve-organization.ts'
import { audit } from './audit.ts'
import { backup } from './backup.ts'
import { certify } from './certify.ts'
import { check } from './check.ts'
import { clock } from './clock.ts'
import { listStoredDatabases, pruneStoredDatabases } from './stored-databases.ts'
import type { CommandGroup } from './command.ts'
import { completionOf } from './completion.ts'
import { createApp } from './create-app.ts'
import { clearFaults, listFaults, setFaultPreset, setFaults } from './faults.ts'
import { listDeliveries, resendDeliveries, showDelivery } from './deliveries.ts'
import { load } from './load.ts'
import { logs } from './logs.ts'
import { migrateDatabase } from './migrate-database.ts'
import { mcp } from './mcp.ts'
import { dropsLab } from './drops-lab.ts'
import { listPeople } from './people.ts'
import { restore } from './restore.ts'
import { record } from './record.ts'
import { replay } from './replay.ts'
import { restoreApp } from './restore-app.ts'
import { rotateKey } from './rotate-key.ts'
import { rotateSecret } from './rotate-secret.ts'
import { serve } from './serve.ts'
import { disconnectSessions, listSessions } from './sessions.ts'
import {
  dropSnapshot,
  exportSnapshot,
  importSnapshot,
  listSnapshots,
  restoreSnapshot,
  saveSnapshot,
} from './snapshots.ts'
import { printSettingsPage } from './settings-page.ts'
import { showEnv } from './show-env.ts'
import { tls } from './tls.ts'
import { createPerson, triggers } from './trigger.ts'
import { unverifyIdentity } from './unverify-identity.ts'
import { upgrade } from './upgrade.ts'
import { verifyWebhook } from './verify-webhook.ts'
import { dropWorlds, forkWorld, listWorlds } from './worlds-of-sandbox.ts'
import { worlds } from './worlds.ts'

/** Every command, in the order of the help. */
export const commandGroups: readonly CommandGroup[] = [
  {
    title: 'Server',
    commands: [
      serve,
      worlds,
      check,
      load,
      tls,
      backup,
      restore,
      upgrade,
      migrateDatabase,
      rotateKey,
      printSettingsPage,
      listStoredDatabases,
      pruneStoredDatabases,
    ],
  },
  {
    title: 'Running sandbox',
    commands: [
      ...triggers,
      listPeople,
      createPerson,
      clock,
      listSessions,
      disconnectSessions,
      logs,
      showEnv,
      record,
      replay,
      setFaults,
      setFaultPreset,
      listFaults,
      clearFaults,
      dropsLab,
      mcp,
      certify,
    ],
  },
  {
    title: 'Copies of a running sandbox',
    commands: [
      forkWorld,
      listWorlds,
      dropWorlds,
      saveSnapshot,
      restoreSnapshot,
      listSnapshots,
      dropSnapshot,
      exportSnapshot,
      importSnapshot,
    ],
  },
  {
    title: 'Applications and organizations',
    commands: [createApp, restoreApp, rotateSecret, approveOrganization, unverifyIdentity],
  },
  {
    title: 'Accounts',
    commands: [
      listAccounts,
      showAccount,
      setPassword,
      signOutAccount,
      suspendAccount,
      resumeAccount,
      deleteAccount,
      audit,
    ],
  },
  { title: 'Deliveries', commands: [listDeliveries, showDelivery, resendDeliveries, verifyWebhook] },
  { title: 'Shell', commands: [completionOf(() => commandGroups)] },
]
