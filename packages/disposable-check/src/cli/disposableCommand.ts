import { command, ExitCode, flag, list, type Terminal, text } from "@mon/bundled/command-line"
import { checkDisposable } from "../index.ts"
import { loadList } from "../loadList.ts"
import type { CheckOptions, Verdict } from "../Verdict.ts"

export interface DisposableTerminal extends Terminal {
  /**
   * Returns the lines of standard input. Standard input is read only if the command line contains no address or domain.
   */
  readonly lines: () => AsyncIterable<string>
}

const sentence = (verdict: Verdict): string => {
  if (!verdict.valid) return `${verdict.input}: invalid (${verdict.message})`
  const tier = verdict.tier === null ? "" : `, ${verdict.tier}`
  const rule = verdict.rule === null || verdict.rule === verdict.domain ? "" : `, by ${verdict.rule}`
  const provider = verdict.provider === null ? "" : `, ${verdict.provider}`
  const suggestion = verdict.suggestion === null ? "" : `. Did you mean ${verdict.suggestion}?`
  return `${verdict.input}: ${verdict.disposable ? "disposable" : "not disposable"} (${verdict.class}${tier}${rule}${provider})${suggestion}`
}

const origin = (input: string): { readonly sources: ReadonlyArray<string>; readonly reason: string | null } => {
  const explained = loadList().explain(input)
  const rule = explained.valid ? explained.rule : null
  return {
    sources: (rule?.sources ?? []).map(({ name, version }) => `${name} ${version}`),
    reason: rule?.reason ?? null
  }
}

export const disposableCommand = command({
  name: "mon-disposable-check",
  description:
    "Checks whether email addresses or domains are disposable. Without arguments, the command reads one address or domain per line from standard input.",
  options: {
    json: flag("Print one JSON object per line"),
    explain: flag("Print the lists that contain the matching rule, or the reason why the domain is allowed"),
    "flag-aliases": flag("Count alias addresses as disposable"),
    "confirmed-only": flag("Ignore rules that come from only one list")
  },
  arguments: {
    input: list(text("input", "an email address or a domain"), "An email address or a domain")
  },
  exitCodes: {
    ok: "No input is disposable",
    finding: "At least one input is disposable",
    couldNot: "At least one input is neither an email address nor a domain"
  },
  run: async (values, { lines, out }: DisposableTerminal) => {
    const options: CheckOptions = {
      aliases: values["flag-aliases"] ? "flag" : "allow",
      tiers: values["confirmed-only"] ? "confirmed" : "all"
    }
    let code: number = ExitCode.ok
    const check = (input: string): void => {
      const verdict = checkDisposable(input, options)
      const why = values.explain ? origin(input) : undefined
      if (values.json) out(`${JSON.stringify({ ...verdict, ...why })}\n`)
      else {
        out(`${sentence(verdict)}\n`)
        if (why !== undefined && why.sources.length > 0) out(`  listed by ${why.sources.join("; ")}\n`)
        if (why !== undefined && why.reason !== null) out(`  ${why.reason}\n`)
      }
      if (!verdict.valid) code = ExitCode.couldNot
      else if (verdict.disposable && code === ExitCode.ok) code = ExitCode.finding
    }
    if (values.input.length > 0) for (const input of values.input) check(input)
    else for await (const line of lines()) if (line.trim() !== "") check(line.trim())
    return code
  }
})
