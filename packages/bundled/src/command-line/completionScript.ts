import type { Command } from "./Command.ts"
import type { Parameter } from "./Parameter.ts"
import type { Terminal } from "./Terminal.ts"

export const shells = ["bash", "zsh", "fish"] as const
export type Shell = (typeof shells)[number]

type Completion = ReadonlyArray<string> | "file"

interface CompletedOption {
  readonly dashes: ReadonlyArray<string>
  readonly description: string
  /** Null if the option takes no value. */
  readonly value: Completion | null
}

interface Place {
  /** The names of the groups and the command before this position. */
  readonly path: string
  readonly commands: ReadonlyArray<readonly [name: string, description: string]>
  readonly options: ReadonlyArray<CompletedOption>
  readonly argument: Completion
}

const valueOf = ({ type }: Parameter<unknown>): Completion => type?.completion ?? []

const BUILT_IN: ReadonlyArray<CompletedOption> = [
  { dashes: ["--help", "-h"], description: "Print this help", value: null },
  { dashes: ["--version"], description: "Print the version", value: null }
]

const optionOf = ([name, parameter]: [string, Parameter<unknown>]): CompletedOption => ({
  dashes:
    name.length === 1 ? [`-${name}`] : [`--${name}`, ...(parameter.short === null ? [] : [`-${parameter.short}`])],
  description: parameter.description,
  value: parameter.type === null ? null : valueOf(parameter)
})

const placesOf = async <T extends Terminal>(command: Command<T>, path: string): Promise<ReadonlyArray<Place>> => {
  const { shape } = command
  if (shape.kind === "command") {
    const [first] = Object.values(shape.arguments)
    const options = [...Object.entries(shape.options).map(optionOf), ...BUILT_IN]
    return [{ path, commands: [], options, argument: first === undefined ? [] : valueOf(first) }]
  }
  const entries = Object.entries(shape.commands)
  const below = await Promise.all(
    entries.map(async ([name, entry]) => placesOf("load" in entry ? await entry.load() : entry, `${path} ${name}`))
  )
  const options =
    shape.fallback === null
      ? BUILT_IN
      : (below.flat().find((place) => place.path === `${path} ${shape.fallback}`)?.options ?? BUILT_IN)
  const commands = entries.map(([name, { description }]) => [name, description] as const)
  return [{ path, commands, options, argument: [] }, ...below.flat()]
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
const fishQuoted = (text: string): string => `'${text.replace(/['\\]/gu, String.raw`\$&`)}'`

const functionOf = (name: string): string => `_${name.replace(/[^A-Za-z0-9]/gu, "_")}`

const pathPatterns = (places: ReadonlyArray<Place>): string =>
  places
    .slice(1)
    .map(({ path }) => quoted(path))
    .join("|")

const withValue = (places: ReadonlyArray<Place>) =>
  places.flatMap(({ options, path }) =>
    options.flatMap(({ dashes, value }) => (value === null ? [] : [{ path, dashes, value }]))
  )

const bashWords = (value: Completion): string =>
  value === "file"
    ? "compopt -o default 2>/dev/null; COMPREPLY=()"
    : `COMPREPLY=($(compgen -W ${quoted(value.join(" "))} -- "$cur"))`

const bash = (name: string, places: ReadonlyArray<Place>): string => `# Completion of ${name} for bash.
${functionOf(name)}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} path=${quoted(name)} word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
      ${pathPatterns(places)}) path="$path $word" ;;
    esac
  done
  case "$path $prev" in
${withValue(places)
  .map(
    ({ dashes, path, value }) =>
      `    ${dashes.map((dash) => quoted(`${path} ${dash}`)).join("|")}) ${bashWords(value)}; return ;;`
  )
  .join("\n")}
  esac
  case "$path" in
${places
  .map(({ argument, commands, options, path }) => {
    const dashes = options.flatMap((option) => option.dashes)
    const words = argument === "file" ? argument : [...commands.map(([command]) => command), ...argument]
    return `    ${quoted(path)}) if [[ $cur == -* ]]; then ${bashWords(dashes)}; else ${bashWords(words)}; fi ;;`
  })
  .join("\n")}
  esac
}
complete -F ${functionOf(name)} ${name}
`

const described = (entries: ReadonlyArray<readonly [name: string, description: string]>): string =>
  entries.map(([entry, about]) => quoted(`${entry}:${about.replaceAll(":", String.raw`\:`)}`)).join(" ")

const zshValue = (value: Completion): string =>
  value === "file" ? "_files" : value.length === 0 ? "true" : `compadd -- ${value.map(quoted).join(" ")}`

const zsh = (name: string, places: ReadonlyArray<Place>): string => `#compdef ${name}
# Completion of ${name} for zsh.
${functionOf(name)}() {
  local cur=\${words[CURRENT]} prev=\${words[CURRENT-1]} path_=${quoted(name)} word
  local -a entries
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$path_ $word" in
      ${pathPatterns(places)}) path_="$path_ $word" ;;
    esac
  done
  case "$path_ $prev" in
${withValue(places)
  .map(
    ({ dashes, path, value }) =>
      `    ${dashes.map((dash) => quoted(`${path} ${dash}`)).join("|")}) ${zshValue(value)}; return ;;`
  )
  .join("\n")}
  esac
  case "$path_" in
${places
  .map(({ argument, commands, options, path }) => {
    const dashes = options.flatMap((option) => option.dashes.map((dash) => [dash, option.description] as const))
    return `    ${quoted(path)})
      if [[ $cur == -* ]]; then entries=(${described(dashes)}); _describe option entries
      else ${commands.length === 0 ? zshValue(argument) : `entries=(${described(commands)}); _describe command entries`}
      fi ;;`
  })
  .join("\n")}
  esac
}
compdef ${functionOf(name)} ${name}
`

const fish = (name: string, places: ReadonlyArray<Place>): string => {
  const at = `_${functionOf(name)}_at`
  const line = (path: string, rest: string) =>
    `complete -c ${name} -n ${fishQuoted(`${at} ${fishQuoted(path)}`)} ${rest}`
  const valueText = (value: Completion): string =>
    value === "file" ? "-r -F" : value.length === 0 ? "-x" : `-x -a ${fishQuoted(value.join(" "))}`
  return `# Completion of ${name} for fish.
function ${at}
  set -l path ${fishQuoted(name)}
  for word in (commandline -opc)[2..]
    switch "$path $word"
      case ${places
        .slice(1)
        .map(({ path }) => fishQuoted(path))
        .join(" ")}
        set path "$path $word"
    end
  end
  test "$path" = "$argv[1]"
end
complete -c ${name} -f
${places
  .flatMap(({ argument, commands, options, path }) => [
    ...commands.map(([command, about]) => line(path, `-a ${fishQuoted(command)} -d ${fishQuoted(about)}`)),
    ...options.map(({ dashes, description, value }) => {
      const flags = dashes.map((dash) => (dash.startsWith("--") ? `-l ${dash.slice(2)}` : `-s ${dash.slice(1)}`))
      return line(
        path,
        [...flags, ...(value === null ? [] : [valueText(value)]), `-d ${fishQuoted(description)}`].join(" ")
      )
    }),
    ...(argument === "file"
      ? [line(path, "-F")]
      : argument.length > 0
        ? [line(path, `-a ${fishQuoted(argument.join(" "))}`)]
        : [])
  ])
  .join("\n")}
`
}

const writers: Readonly<Record<Shell, (name: string, places: ReadonlyArray<Place>) => string>> = { bash, zsh, fish }

export const completionScript = async <T extends Terminal>(shell: Shell, command: Command<T>): Promise<string> =>
  writers[shell](command.name, await placesOf(command, command.name))
