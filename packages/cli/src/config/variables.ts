import { CommandError, list, type ValueType } from "@mon/bundled/command-line"
import { readFileSync } from "node:fs"
import { parseEnv } from "node:util"
import type { CliTerminal } from "../CliTerminal.ts"
import { messageOf } from "./messageOf.ts"

const variableName: ValueType<string> = {
  placeholder: "name",
  takes: "the name of an environment variable. Its value is not part of the command line, which others can see",
  read: (text) => (/^[A-Za-z_]\w*$/u.test(text) ? text : undefined)
}

const envFile: ValueType<string> = {
  placeholder: "file",
  takes: "the path of a file with lines such as NAME=value",
  read: (text) => (text === "" ? undefined : text),
  completion: "file"
}

export const variableOptions = {
  env: list(variableName, "Put the value of this environment variable into the file, for ${env:NAME}"),
  "env-file": list(envFile, "Put the values in this file (NAME=value) into the file")
}

export const readVariables = (
  { env, "env-file": files }: { readonly env: ReadonlyArray<string>; readonly "env-file": ReadonlyArray<string> },
  terminal: Pick<CliTerminal, "env">
): ReadonlyMap<string, string> => {
  const values = new Map<string, string>()
  for (const file of files)
    try {
      for (const [name, value] of Object.entries(parseEnv(readFileSync(file, "utf8")))) values.set(name, value ?? "")
    } catch (error) {
      throw new CommandError(`${file} cannot be read: ${messageOf(error)}`)
    }
  for (const name of env) {
    const value = Object.hasOwn(terminal.env, name) ? terminal.env[name] : undefined
    if (value === undefined) throw new CommandError(`The environment variable ${name} is not set.`)
    values.set(name, value)
  }
  return values
}
