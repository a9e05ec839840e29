import { defineSubcommand, type Subcommand, wrong } from './subcommand'
import { subcommands } from './subcommands'

/** A subcommand as a shell has to know it. */
interface Completed {
  readonly name: string
  readonly summary: string
  readonly operands: readonly string[]
  readonly options: readonly {
    readonly name: string
    readonly says: string
    readonly values?: readonly string[]
  }[]
}

const scripts: Readonly<Record<string, (all: readonly Completed[]) => string>> = {
  bash: bashScript,
  zsh: (all) => `autoload -U +X bashcompinit && bashcompinit\n${bashScript(all)}`,
  fish: fishScript,
}

const shells = Object.keys(scripts)

export const completion = defineSubcommand({
  usage: [`completion ${shells.join('|')}`],
  about: `Prints a script that completes the commands, options and dialects of errlingua in a shell. Where nothing else fits,
files are completed.`,
  takesOperands: true,
  operandChoices: shells,
  options: {},
  examples: [
    'source <(errlingua completion bash)   # in ~/.bashrc',
    'source <(errlingua completion zsh)    # in ~/.zshrc',
    'errlingua completion fish > ~/.config/fish/completions/errlingua.fish',
  ],
  async run({ operands: [shell = '', ...others] }) {
    const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
    if (!script || others.length > 0)
      throw wrong('completion', `completion takes one of ${shells.join(', ')}.`)
    const all = await Promise.all(
      Object.entries(subcommands).map(async ([name, { summary, load }]) =>
        completed(name, summary, await load()),
      ),
    )
    process.stdout.write(script(all))
  },
})

function completed(name: string, summary: string, { options, operandChoices }: Subcommand): Completed {
  return {
    name,
    summary,
    operands: operandChoices ?? [],
    options: [
      ...Object.entries(options).map(([option, { says, choices, takes }]) => ({
        name: `--${option}`,
        says: says.replaceAll('\n', ' '),
        ...(takes !== undefined && { values: choices ?? [] }),
      })),
      { name: '--help', says: 'show this' },
    ],
  }
}

function bashScript(all: readonly Completed[]): string {
  const cases = all.map(({ name, options, operands }) => {
    const values = [
      ...options.flatMap(({ name: option, values }) =>
        values ? [`      ${name}:${option}) words="${values.join(' ')}" ;;`] : [],
      ),
      ...(operands.length > 0 ? [`      ${name}:${name}) words="${operands.join(' ')}" ;;`] : []),
    ]
    const words = options.map((option) => option.name).join(' ')
    return { values, words: `      ${name}) words="${words}" ;;` }
  })
  return `_errlingua() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words="" i
  COMPREPLY=()
  # Behind -- stands the command of somebody else.
  for ((i = 1; i < COMP_CWORD; i++)); do [ "\${COMP_WORDS[i]}" = -- ] && return; done
  # Bash takes --to=fusion for three words.
  if [ "$current" = = ]; then current=""
  elif [ "$previous" = = ]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${all.map(({ name }) => name).join(' ')} --help --version"
  elif [[ "$current" == -* ]]; then
    case "\${COMP_WORDS[1]}" in
${cases.map(({ words }) => words).join('\n')}
    esac
  else
    case "\${COMP_WORDS[1]}:$previous" in
${cases.flatMap(({ values }) => values).join('\n')}
    esac
  fi
  [ -n "$words" ] && COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _errlingua errlingua
`
}

function fishScript(all: readonly Completed[]): string {
  const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
  const lines = all.flatMap(({ name, summary, options, operands }) => [
    `complete -c errlingua -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ...options.map(
      (option) =>
        `complete -c errlingua -n '__fish_seen_subcommand_from ${name}' -l ${option.name.slice(2)} -d ${quoted(option.says)}` +
        (option.values
          ? ` -r${option.values.length > 0 ? ` -f -a ${quoted(option.values.join(' '))}` : ''}`
          : ''),
    ),
    ...operands.map(
      (operand) => `complete -c errlingua -n '__fish_seen_subcommand_from ${name}' -f -a ${operand}`,
    ),
  ])
  return `${lines.join('\n')}\n`
}
