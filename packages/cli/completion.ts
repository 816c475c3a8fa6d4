import { bashScript, fishScript, zshScript } from './completion-scripts.ts'
import { defineCommand, type Command, type CommandGroup } from './command.ts'
import { print } from './print.ts'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript }
const shells = ['bash', 'zsh', 'fish'] as const

/** Prints a script that completes these commands and their options. */
export function completionOf(groups: () => readonly CommandGroup[]): Command {
  return defineCommand({
    name: 'completion',
    summary: 'Print the shell completion script: source <(onair completion bash)',
    positionals: {
      shell: {
        placeholder: '<shell>',
        description: 'for fish: onair completion fish | source',
        choices: shells,
        isRequired: true,
      },
    },
    options: {},
    async run({ shell }) {
      const script = scripts[shell as keyof typeof scripts]
      print(script(groups().flatMap(({ commands }) => commands)).trimEnd())
    },
  })
}
