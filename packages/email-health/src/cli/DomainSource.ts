import { CommandError, type Terminal, UsageError } from "@mon/bundled/command-line"
import { parseDomainInput } from "../DomainInput.ts"

export interface EmailHealthTerminal extends Terminal {
  /** Whether standard input is a pipe or a file. */
  readonly piped: boolean
  /** Returns the lines of a file, or of standard input if `file` is null. */
  readonly lines: (file: string | null) => AsyncIterable<string>
}

export interface GivenDomain {
  readonly text: string
  readonly valid: boolean
}

/** The longest line that can be a domain, in characters. */
const MAX_LINE = 2_048

const isComment = (line: string): boolean => line === "" || line.startsWith("#")

async function* readLines(terminal: EmailHealthTerminal, file: string | null): AsyncGenerator<GivenDomain> {
  try {
    for await (const line of terminal.lines(file)) {
      const text = line.trim().slice(0, MAX_LINE)
      if (!isComment(text)) yield { text, valid: parseDomainInput(text).ok }
    }
  } catch (error) {
    throw new CommandError(
      `The list of domains cannot be read: ${error instanceof Error ? error.message : String(error)}`
    )
  }
}

/** Reads the domains from the arguments, a file, or standard input. "-" means standard input. */
export const givenDomains = (
  terminal: EmailHealthTerminal,
  domains: ReadonlyArray<string>,
  file: string | null
): AsyncIterable<GivenDomain> | ReadonlyArray<GivenDomain> => {
  if (domains.length > 0 && file !== null)
    throw new UsageError("Pass the domains as arguments or with --file, not both.")
  if (domains.length > 0) return domains.map((text) => ({ text, valid: true }))
  if (file !== null && file !== "-") return readLines(terminal, file)
  if (file === null && !terminal.piped)
    throw new UsageError("<domain> is missing. It must be a domain name such as example.com.")
  return readLines(terminal, null)
}
