// `quarry completion` prints a script that completes commands, options and endpoints in bash, zsh or fish.
import { Argument, type Command } from 'commander'
import { write } from '../output.ts'

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

export const addCompletion = (program: Command): void =>
  void program
    .command('completion')
    .description('print a completion script: source <(quarry completion bash)')
    .addArgument(new Argument('<shell>').choices(shells))
    .addHelpText(
      'after',
      `
bash  source <(quarry completion bash)     in ~/.bashrc
zsh   source <(quarry completion zsh)      in ~/.zshrc, after compinit
fish  quarry completion fish | source      in ~/.config/fish/config.fish`,
    )
    .action((shell: Shell) => write(shell === 'fish' ? fishScript(program) : bashScript(program, shell)))

/** Commands whose first argument is an endpoint. */
const withEndpoint = ['get', 'batch', 'docs']
const listEndpoints = 'quarry docs --csv 2>/dev/null | tail -n +2 | cut -d, -f1'

const listWords = (command: Command): string[] => [
  ...command.commands.map((one) => one.name()),
  ...command.options.flatMap(({ long }) => long ?? []),
  '--help',
]

function bashScript(program: Command, shell: Shell): string {
  const cases = program.commands.map(
    (command) => `    ${command.name()}) words="${listWords(command).join(' ')}" ;;`,
  )
  return `${shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''}_quarry() {
  local words
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${listWords(program).join(' ')}"
  else case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    esac
  fi
  if [ "$COMP_CWORD" -eq 2 ]; then case "\${COMP_WORDS[1]}" in
    ${withEndpoint.join('|')}) words="$words $(${listEndpoints})" ;;
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _quarry quarry
`
}

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function fishScript(program: Command): string {
  const lines = program.commands.flatMap((command) => {
    const inCommand = `-n '__fish_seen_subcommand_from ${command.name()}'`
    return [
      `complete -c quarry -f -n __fish_use_subcommand -a ${command.name()} -d ${quote(command.description())}`,
      ...command.commands.map(
        (one) => `complete -c quarry -f ${inCommand} -a ${one.name()} -d ${quote(one.description())}`,
      ),
      ...command.options.flatMap(({ long, description }) =>
        long ? [`complete -c quarry ${inCommand} -l ${long.slice(2)} -d ${quote(description)}`] : [],
      ),
    ]
  })
  const endpoints = `complete -c quarry -f -n '__fish_seen_subcommand_from ${withEndpoint.join(' ')}' -a '(${listEndpoints})'`
  return `${[...lines, endpoints].join('\n')}\n`
}
