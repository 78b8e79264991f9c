import { parseArgs } from "node:util"
import { UsageError } from "./ExitCode.ts"
import { didYouMean } from "./nearest.ts"
import type { Parameter } from "./Parameter.ts"

export type Parameters = Readonly<Record<string, Parameter<unknown>>>
export type ValuesOf<P extends Parameters> = { readonly [Name in keyof P]: ReturnType<P[Name]["read"]> }

/**
 * The options and arguments of a command line. The entries of `positional` are in the order of the arguments on the
 * command line. An argument that takes a list must be the last.
 */
export interface Syntax<Options extends Parameters, Positional extends Parameters> {
  readonly options: Options
  readonly positional: Positional
}

export type Reading<Options extends Parameters, Positional extends Parameters> =
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  | { readonly kind: "values"; readonly values: ValuesOf<Options> & ValuesOf<Positional> }

const BUILT_IN = { help: { type: "boolean", short: "h" }, version: { type: "boolean" } } as const

const configOf = (options: Parameters) =>
  Object.fromEntries(
    Object.entries(options).map(([name, { short, type }]) => [
      name,
      {
        type: type === null ? ("boolean" as const) : ("string" as const),
        multiple: true,
        ...(short === null ? {} : { short })
      }
    ])
  )

/**
 * Splits a command line into tokens. Does not use strict mode, because its messages do not explain what an option
 * takes.
 */
const readTokens = (args: ReadonlyArray<string>, options: Parameters) => {
  const { tokens } = parseArgs({
    args: [...args],
    options: { ...configOf(options), ...BUILT_IN },
    strict: false,
    allowPositionals: true,
    tokens: true
  })
  return tokens
}

const readPositional = (given: ReadonlyArray<string>, parameters: Parameters): Record<string, unknown> => {
  const rest = [...given]
  const values = Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [
      name,
      parameter.read(parameter.isList ? rest.splice(0) : rest.splice(0, 1), `<${name}>`)
    ])
  )
  if (rest.length > 0) throw new UsageError(`Unexpected argument: ${JSON.stringify(rest[0])}.`)
  return values
}

export const readArguments = <Options extends Parameters, Positional extends Parameters>(
  args: ReadonlyArray<string>,
  { options, positional }: Syntax<Options, Positional>
): Reading<Options, Positional> => {
  const tokens = readTokens(args, options)
  const given = new Map<string, Array<string>>()
  const arguments_: Array<string> = []
  for (const token of tokens) {
    if (token.kind === "option" && token.name === "help") return { kind: "help" }
    if (token.kind === "option" && token.name === "version") return { kind: "version" }
  }
  for (const token of tokens) {
    if (token.kind === "positional") arguments_.push(token.value)
    if (token.kind !== "option") continue
    const parameter = Object.hasOwn(options, token.name) ? options[token.name] : undefined
    if (parameter === undefined) {
      const names = Object.keys({ ...options, ...BUILT_IN }).map((name) => `--${name}`)
      throw new UsageError(`Unknown option: ${token.rawName}.${didYouMean(token.rawName, names)}`)
    }
    const texts = given.get(token.name) ?? []
    given.set(token.name, texts)
    if (parameter.type === null) {
      if (token.value !== undefined) throw new UsageError(`${token.rawName} takes no value.`)
      texts.push("")
    } else if (token.value === undefined || (!token.inlineValue && /^-./u.test(token.value))) {
      const hint = token.value === undefined ? "" : ` For a value that begins with "-", write --${token.name}=VALUE.`
      throw new UsageError(`${token.rawName} must be ${parameter.type.takes}, but no value was given.${hint}`)
    } else texts.push(token.value)
  }
  const values = Object.fromEntries(
    Object.entries(options).map(([name, parameter]) => [name, parameter.read(given.get(name) ?? [], `--${name}`)])
  )
  return {
    kind: "values",
    values: { ...values, ...readPositional(arguments_, positional) } as ValuesOf<Options> & ValuesOf<Positional>
  }
}
