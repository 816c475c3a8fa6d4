/** A clone runs TypeScript by npm scripts; a package contains JavaScript and has one command. */
const isClone = import.meta.filename.endsWith('.ts')

/** The command that starts the server, as texts name it. */
export function startCommand(options = ''): string {
  if (!isClone) return `npx onair ${options}`.trimEnd()
  return options === '' ? 'npm start' : `npm start -- ${options}`
}

/** The command of the example bot; null where there is none. */
export const exampleBotCommand = isClone ? 'npm run echo-bot' : null
