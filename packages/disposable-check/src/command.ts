// The command line, without the process around it.
import { parseArgs } from "node:util"
import { loadList } from "./loadList.ts"
import { checkDisposable } from "./index.ts"
import type { CheckOptions, Verdict } from "./Verdict.ts"

export interface CommandIO {
  readonly version: string
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  /** The lines of standard input; read only without arguments. */
  readonly lines: AsyncIterable<string>
}

/** 0: nothing disposable; 1: something disposable; 2: a usage error or invalid input. */
export type ExitCode = 0 | 1 | 2

const HELP = `Usage: mon-disposable-check [options] [address or domain ...]

Checks whether email addresses or domains are disposable. Without arguments, reads one per line from standard input.

  --json             print one JSON object per line
  --explain          print the lists that contain the rule, or why it is allowed
  --flag-aliases     count alias addresses as disposable
  --confirmed-only   ignore domains that only one list reports
  --version, --help

Exit code: 0 nothing disposable, 1 something disposable, 2 usage error or invalid input.`

const OPTIONS = {
  json: { type: "boolean" },
  explain: { type: "boolean" },
  "flag-aliases": { type: "boolean" },
  "confirmed-only": { type: "boolean" },
  version: { type: "boolean" },
  help: { type: "boolean", short: "h" }
} as const

const sentence = (verdict: Verdict): string => {
  if (!verdict.valid) return `${verdict.input}: invalid (${verdict.message})`
  const tier = verdict.tier === null ? "" : `, ${verdict.tier}`
  const rule = verdict.rule === null || verdict.rule === verdict.domain ? "" : `, by ${verdict.rule}`
  const provider = verdict.provider === null ? "" : `, ${verdict.provider}`
  return `${verdict.input}: ${verdict.disposable ? "disposable" : "not disposable"} (${verdict.class}${tier}${rule}${provider})`
}

const origin = (input: string): { readonly sources: ReadonlyArray<string>; readonly reason: string | null } => {
  const explained = loadList().explain(input)
  const rule = explained.valid ? explained.rule : null
  return {
    sources: (rule?.sources ?? []).map(({ name, version }) => `${name} ${version}`),
    reason: rule?.reason ?? null
  }
}

const parse = (args: ReadonlyArray<string>) => {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Runs the command line with the given arguments. */
export const runCommand = async (args: ReadonlyArray<string>, io: CommandIO): Promise<ExitCode> => {
  const parsed = parse(args)
  if (typeof parsed === "string") {
    io.err(`${parsed}\n\n${HELP}`)
    return 2
  }
  const { positionals, values } = parsed
  if (values.help === true || values.version === true) {
    io.out(values.help === true ? HELP : io.version)
    return 0
  }
  const options: CheckOptions = {
    aliases: values["flag-aliases"] === true ? "flag" : "allow",
    tiers: values["confirmed-only"] === true ? "confirmed" : "all"
  }
  let code: ExitCode = 0
  const answer = (input: string): void => {
    const verdict = checkDisposable(input, options)
    const why = values.explain === true ? origin(input) : undefined
    if (values.json === true) io.out(JSON.stringify({ ...verdict, ...why }))
    else {
      io.out(sentence(verdict))
      if (why !== undefined && why.sources.length > 0) io.out(`  listed by ${why.sources.join("; ")}`)
      if (why !== undefined && why.reason !== null) io.out(`  ${why.reason}`)
    }
    if (!verdict.valid) code = 2
    else if (verdict.disposable && code === 0) code = 1
  }
  if (positionals.length > 0) for (const input of positionals) answer(input)
  else for await (const line of io.lines) if (line.trim() !== "") answer(line.trim())
  return code
}
