import {
  deleteAccount,
  exportAccount,
  listAccounts,
  resumeAccount,
  setPassword,
  showAccount,
  removeSecondFactor,
  renameAccount,
  signOutAccount,
  suspendAccount,
} from './commands/accounts/account.ts'
import {
  approveOrganization,
  decideOrganizationRequest,
  listOrganizationRequests,
  listOrganizations,
  revokeOrganization,
} from './commands/accounts/organizations.ts'
import { grantOperator, inviteOperator, listOperators, revokeOperator } from './commands/accounts/operators.ts'
import { approveAccount, decideStreamRequest, letStream, refuseAccount, setMark } from './commands/accounts/approval.ts'
import { listLives, liveCommands } from './commands/moderation/lives.ts'
import {
  blockNetwork,
  listDevices,
  listNetworks,
  unblockDevices,
  unblockNetwork,
} from './commands/moderation/networks.ts'
import { addNote, deleteNote } from './commands/moderation/notes.ts'
import { assignReport, decideReport, listReports, releaseReport, showReport } from './commands/moderation/reports.ts'
import { listUploads, removeProfile, removeUpload } from './commands/moderation/uploads.ts'
import { createInvitation, endInvitation, listInvitations } from './commands/site/invitations.ts'
import { showOverview, showRetention } from './commands/site/overview.ts'
import { publishDocument, setLogo, setSetting, showSettings } from './commands/site/settings.ts'
import { addWords, checkWords, removeWords } from './commands/site/words.ts'
import { deleteApp, disableApp, enableApp, listApps, renameApp } from './commands/apps/site-apps.ts'
import { audit } from './commands/accounts/audit.ts'
import { exportCase, liftHold, listHolds, placeHold, verifyCase } from './commands/accounts/cases.ts'
import { backup } from './commands/data/backup.ts'
import { certify } from './commands/lab/certify.ts'
import { check } from './commands/server/check.ts'
import { clock } from './commands/sandbox/clock.ts'
import type { CommandGroup } from './command.ts'
import { completionOf } from './completion.ts'
import { createApp } from './commands/apps/create-app.ts'
import { clearFaults, listFaults, setFaultPreset, setFaults } from './commands/sandbox/faults.ts'
import { listDeliveries, resendDeliveries, showDelivery } from './commands/apps/deliveries.ts'
import { load } from './commands/lab/load.ts'
import { logs } from './commands/server/logs.ts'
import { migrateDatabase } from './commands/server/migrate-database.ts'
import { mcp } from './commands/lab/mcp.ts'
import { listPeople } from './commands/sandbox/people.ts'
import { restore } from './commands/data/restore.ts'
import { record } from './commands/lab/record.ts'
import { replay } from './commands/lab/replay.ts'
import { restoreApp } from './commands/apps/restore-app.ts'
import { rotateKey } from './commands/data/rotate-key.ts'
import { rotateSecret } from './commands/apps/rotate-secret.ts'
import { setProfile } from './commands/apps/set-profile.ts'
import { serve } from './commands/server/serve.ts'
import { disconnectSessions, listSessions } from './commands/apps/sessions.ts'
import {
  deleteSnapshot,
  exportSnapshot,
  importSnapshot,
  listSnapshots,
  restoreSnapshot,
  saveSnapshot,
} from './commands/sandbox/snapshots.ts'
import { prepareLoad } from './commands/lab/prepare-load.ts'
import { printSettingsPage } from './commands/server/settings-page.ts'
import { showEnv } from './commands/server/show-env.ts'
import { stream } from './commands/sandbox/stream.ts'
import { tls } from './commands/server/tls.ts'
import { createPerson, triggers } from './commands/sandbox/trigger.ts'
import { unverifyIdentity } from './commands/accounts/unverify-identity.ts'
import { transferApp } from './commands/apps/transfer-app.ts'
import { upgrade } from './commands/server/upgrade.ts'
import { verifyWebhook } from './commands/apps/verify-webhook.ts'
import { deleteWorlds, forkWorld, listWorlds } from './commands/sandbox/worlds-of-sandbox.ts'
import { worlds } from './commands/sandbox/worlds.ts'

/** Every command, in the order of the help. */
export const commandGroups: readonly CommandGroup[] = [
  {
    title: 'Server',
    commands: [
      serve,
      worlds,
      check,
      load,
      prepareLoad,
      tls,
      backup,
      restore,
      upgrade,
      migrateDatabase,
      rotateKey,
      printSettingsPage,
    ],
  },
  {
    title: 'Running sandbox',
    commands: [
      ...triggers,
      listPeople,
      createPerson,
      stream,
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
      mcp,
      certify,
    ],
  },
  {
    title: 'Copies of a running sandbox',
    commands: [
      forkWorld,
      listWorlds,
      deleteWorlds,
      saveSnapshot,
      restoreSnapshot,
      listSnapshots,
      deleteSnapshot,
      exportSnapshot,
      importSnapshot,
    ],
  },
  {
    title: 'Applications and organizations',
    commands: [
      createApp,
      listApps,
      setProfile,
      renameApp,
      disableApp,
      enableApp,
      deleteApp,
      restoreApp,
      transferApp,
      rotateSecret,
      listOrganizations,
      approveOrganization,
      revokeOrganization,
      listOrganizationRequests,
      decideOrganizationRequest,
      unverifyIdentity,
    ],
  },
  {
    title: 'Accounts',
    commands: [
      listAccounts,
      showAccount,
      setPassword,
      signOutAccount,
      removeSecondFactor,
      renameAccount,
      approveAccount,
      refuseAccount,
      letStream,
      decideStreamRequest,
      setMark,
      exportAccount,
      deleteAccount,
      listInvitations,
      createInvitation,
      endInvitation,
      listOperators,
      grantOperator,
      revokeOperator,
      inviteOperator,
    ],
  },
  {
    title: 'Moderation',
    commands: [
      suspendAccount,
      resumeAccount,
      removeProfile,
      listUploads,
      removeUpload,
      addNote,
      deleteNote,
      listLives,
      ...liveCommands,
      listReports,
      showReport,
      assignReport,
      releaseReport,
      decideReport,
      listNetworks,
      blockNetwork,
      unblockNetwork,
      listDevices,
      unblockDevices,
    ],
  },
  {
    title: 'Site',
    commands: [
      showOverview,
      showSettings,
      setSetting,
      setLogo,
      publishDocument,
      addWords,
      removeWords,
      checkWords,
      showRetention,
      exportCase,
      verifyCase,
      placeHold,
      liftHold,
      listHolds,
      audit,
    ],
  },
  { title: 'Deliveries', commands: [listDeliveries, showDelivery, resendDeliveries, verifyWebhook] },
  { title: 'Shell', commands: [completionOf(() => commandGroups)] },
]
