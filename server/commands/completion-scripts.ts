import type { Argument, Command } from './command.ts'

type Commands = readonly Command[]

export function bashScript(commands: Commands): string {
  const families = familiesOf(commands).map(([first, after]) => `      ${first}) words=${quoted(after.join(' '))} ;;`)
  const cases = deepestFirst(commands).map((one) => {
    const values = valuedOf(one).map(([name, option]) => `        --${name}) ${bashValues(option)} ;;`)
    const words = [...placeValues(one), ...optionNames(one)].join(' ')
    return [
      `    ${patternOf(one)}) case "$prev" in`,
      ...values,
      `        *) words="$words "${quoted(words)} ;;`,
      '      esac ;;',
    ].join('\n')
  })
  return `# Completion of onair for bash: source <(onair completion bash)
_onair() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" words="" kind=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=${quoted([...firstWords(commands), '--help'].join(' '))}
  else
    if [ "$COMP_CWORD" -eq 2 ]; then case "\${COMP_WORDS[1]}" in
${families.join('\n')}
    esac; fi
    case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${cases.join('\n')}
    esac
  fi
  if [ -n "$kind" ]; then COMPREPLY=($(compgen "$kind" -- "$cur")); else COMPREPLY=($(compgen -W "$words" -- "$cur")); fi
}
complete -F _onair onair
`
}

export function zshScript(commands: Commands): string {
  const first = firstWords(commands).map((word) => described(word, doesOf(commands, word)))
  const families = familiesOf(commands).map(
    ([word, after]) =>
      `      ${word}) found+=(${after.map((next) => described(next, doesOf(commands, `${word} ${next}`))).join(' ')}) ;;`,
  )
  const cases = deepestFirst(commands).map((one) => {
    const values = valuedOf(one).map(([name, option]) => `        --${name}) ${zshValues(option)} ;;`)
    const options = Object.entries(one.options).map(([name, { says = '' }]) => described(`--${name}`, says))
    const words = [...placeValues(one).map(quoted), ...options, described('--help', 'What it is given')]
    return [
      `    ${patternOf(one)}) case "$prev" in`,
      ...values,
      `        *) found+=(${words.join(' ')}) ;;`,
      '      esac ;;',
    ].join('\n')
  })
  return `#compdef onair
# Completion of onair for zsh: source <(onair completion zsh)
_onair() {
  local prev="\${words[CURRENT-1]}"
  local -a found
  if (( CURRENT == 2 )); then
    found=(${first.join(' ')})
  else
    if (( CURRENT == 3 )); then case "\${words[2]}" in
${families.join('\n')}
    esac; fi
    case "\${words[2]} \${words[3]}" in
${cases.join('\n')}
    esac
  fi
  _describe 'onair' found
}
if [ "\${funcstack[1]}" = "_onair" ]; then _onair "$@"; else compdef _onair onair; fi
`
}

export function fishScript(commands: Commands): string {
  const words = firstWords(commands).map(
    (word) => `complete -c onair -n __onair_at -a ${word} -d ${quoted(doesOf(commands, word))}`,
  )
  const families = familiesOf(commands).flatMap(([word, after]) =>
    after.map(
      (next) =>
        `complete -c onair -n '__onair_at ${word}' -a ${next} -d ${quoted(doesOf(commands, `${word} ${next}`))}`,
    ),
  )
  const options = commands.flatMap((one) => [
    ...placeValues(one).map((value) => `complete -c onair -n '__onair_in ${one.words}' -a ${value}`),
    ...Object.entries(one.options).map(
      ([name, option]) =>
        `complete -c onair -n '__onair_in ${one.words}' -l ${name}${fishValues(option)} -d ${quoted(option.says ?? '')}`,
    ),
  ])
  return `# Completion of onair for fish: onair completion fish | source
function __onair_at
  set -l words (commandline -opc)
  test "$words[2..]" = "$argv"
end
function __onair_in
  set -l words (commandline -opc)
  set -l last (math (count $argv) + 1)
  test "$words[2..$last]" = "$argv"
end
complete -c onair -f
complete -c onair -l help -d 'What it is given'
${[...words, ...families, ...options].join('\n')}
`
}

function firstWords(commands: Commands): string[] {
  return [...new Set(commands.map(({ words }) => words.split(' ')[0] ?? ''))]
}

/** The second words that may follow a first one. */
function familiesOf(commands: Commands): [string, string[]][] {
  return firstWords(commands)
    .map((first): [string, string[]] => [first, commands.flatMap(({ words }) => words.split(`${first} `)[1] ?? [])])
    .filter(([, after]) => after.length > 0)
}

/** `people make` is looked for before `people`, whose pattern fits both. */
function deepestFirst(commands: Commands): Commands {
  return commands.toSorted((a, b) => b.words.split(' ').length - a.words.split(' ').length)
}

function patternOf({ words }: Command): string {
  return words.includes(' ') ? quoted(words) : `${quoted(`${words} `)}*`
}

function doesOf(commands: Commands, words: string): string {
  const found = commands.find((one) => one.words === words)
  if (found !== undefined) return found.does
  return commands
    .flatMap((one) => (one.words.startsWith(`${words} `) ? one.words.slice(words.length + 1) : []))
    .join(', ')
}

function valuedOf({ options }: Command): [string, Argument][] {
  return Object.entries(options).filter(([, { value }]) => value !== undefined)
}

function placeValues({ takes }: Command): string[] {
  return Object.values(takes).flatMap(({ oneOf = [] }) => [...oneOf])
}

function optionNames({ options }: Command): string[] {
  return [...Object.keys(options), 'help'].map((name) => `--${name}`)
}

function bashValues({ value, oneOf = [] }: Argument): string {
  if (value === '<file>') return 'kind=-f'
  return value === '<folder>' ? 'kind=-d' : `words=${quoted(oneOf.join(' '))}`
}

function zshValues({ value, oneOf = [] }: Argument): string {
  if (value === '<file>') return '_files; return'
  return value === '<folder>' ? '_files -/; return' : `found=(${oneOf.map(quoted).join(' ')})`
}

function fishValues({ value, oneOf }: Argument): string {
  if (value === undefined) return ''
  if (value === '<file>' || value === '<folder>') return ' -rF'
  return oneOf === undefined ? ' -x' : ` -xa ${quoted(oneOf.join(' '))}`
}

function described(word: string, says: string): string {
  return quoted(`${word}:${says.replaceAll(':', String.raw`\:`)}`)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
