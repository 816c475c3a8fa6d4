import { approveOrganization } from './commands/approve-organization.ts'
import { createApp } from './commands/create-app.ts'
import { listDeliveries, sendDeliveriesAgain, showDelivery } from './commands/deliveries.ts'
import { migrateDatabase } from './commands/migrate-database.ts'
import { restoreApp } from './commands/restore-app.ts'
import { serve } from './commands/serve.ts'
import { showEnv } from './commands/show-env.ts'
import { showConfig } from './commands/show-config.ts'
import { verifyWebhook } from './commands/verify-webhook.ts'
import { UsageFault, type Command } from './commands/command.ts'
import { ConfigFault } from './config.ts'
import { Refusal } from './kit/refusal.ts'
import { CannotStart } from './listener.ts'

const help = `onair: a live-streaming platform with an open developer interface

  onair serve [options]        start the platform (npm start)
      --port <number>          the port to listen on; 0 takes a free one (4747)
      --data-dir <folder>      where the data is kept between runs (.onair)
      --ephemeral              keep nothing after the end
      --json                   when ready, print one line of JSON on standard output and nothing else there
  onair app create --name <name> --redirect-uri <url> [--json]
                               register an application; prints its client id and secret
      --organization-id <id>, --owner-channel-id <id>, --webhook-url <url>, --scope <scope> …
  onair app restore <client id>
                               bring back an application that was deleted because nobody used it
  onair organization approve <organization id> --name <name> [--channel-id <channel id>]
                               let a company have applications with the drops scope
  onair deliveries list <client id> [--state <state>] [--since <moment>] [--next <next>] [--json]
                               the notifications of an application, newest first
  onair deliveries show <delivery id> [--json]
                               one notification, with all that was sent and answered
  onair deliveries resend <client id> (<delivery id> … | --since <moment> [--all]) [--json]
                               send notifications again: these, or those since then that were missed, or all
  onair webhook verify --headers <file> [--body <file>] [--json]
                               say whether the signature of a notification matches, and otherwise why; the body
                               comes from standard input without --body, the secret from CLIENT_SECRET
      --header "<name>: <value>"   a header, instead of the file
      --prefix <prefix>        what the header names begin with (Svc-)
      --computed <signature>   what your own code made of it
      --access-token <token>   to see whether it was taken for the secret
  onair migrate                bring the schema of DATABASE_URL to this version
  onair env [--url <address>]  print what the examples of the documentation expect in a shell
  onair config --docs          print the page of all settings
  onair --help                 print this

Everything else is a setting in the environment: docs/operate/settings.md.
`

const commands: Record<string, Command> = {
  serve,
  'app create': createApp,
  'app restore': restoreApp,
  'organization approve': approveOrganization,
  'deliveries list': listDeliveries,
  'deliveries show': showDelivery,
  'deliveries resend': sendDeliveriesAgain,
  'webhook verify': verifyWebhook,
  migrate: migrateDatabase,
  env: showEnv,
  config: showConfig,
}

/** Runs one command. Answers the exit code: 0 done, 1 could not, or no (the reason is told), 2 asked wrongly. */
export async function runCommand(args: string[], env: Record<string, string | undefined>): Promise<number> {
  if (args.length === 0 || args.some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(help)
    return args.length === 0 ? 2 : 0
  }
  const name = Object.keys(commands).find((words) => words.split(' ').every((word, at) => args[at] === word))
  const command = name === undefined ? undefined : commands[name]
  try {
    if (name === undefined || command === undefined) throw new UsageFault(`There is no command "${args[0]}".`)
    return (await command(args.slice(name.split(' ').length), env)) ?? 0
  } catch (error) {
    const told = toldTo(error)
    if (told === null) throw error
    process.stderr.write(`onair: ${told}\n`)
    return error instanceof UsageFault ? 2 : 1
  }
}

/** What a person is told who can mend the fault; null for a fault of ours, which comes with its stack. */
function toldTo(error: unknown): string | null {
  if (error instanceof UsageFault) return `${error.message} Try onair --help.`
  if (error instanceof ConfigFault || error instanceof CannotStart) return error.message.replaceAll('\n', '\nonair: ')
  if (error instanceof Refusal) return error.reason
  if (!(error instanceof Error)) return null
  if (error.name === 'CannotOpenDatabase') return error.message
  if (error.name === 'RedisAway') return error.message
  return null
}
