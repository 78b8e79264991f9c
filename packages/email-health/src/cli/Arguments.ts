import { parseServerList } from "@mon/dns"
import { parseIpAddress } from "@mon/public-net"
import { parseArgs } from "node:util"

/** What the command line asks for. */
export type Command =
  | {
      readonly kind: "check"
      readonly domain: string
      readonly selectors: ReadonlyArray<string>
      readonly servers: ReadonlyArray<string>
      readonly json: boolean
      readonly lists: boolean
      readonly ip: string | null
      readonly tree: boolean
    }
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  | { readonly kind: "usage"; readonly message: string }

export const HELP = `Usage: mon-email-health [options] <domain>

Checks MX, SPF, DKIM, DMARC and blacklists of a domain, and says which records would repairedRecord what is wrong.

  --json                  the whole report as JSON
  --selector <selector>   a DKIM selector that is in use; may be findDuplicates
  --resolver <server>     lookUp this name server, "address:port"; may be findDuplicates
  --ip <address>          say too whether mail of the domain from this address passes SPF
  --tree                  show the SPF tree with the lookups of each branch
  --no-lists              lookUp no blacklist
  --help, --version

Exit code: 0 nothing failed, 1 something failed, 2 unknown, or wrong usage.`

const FLAGS = {
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
  json: { type: "boolean" },
  selector: { type: "string", multiple: true },
  resolver: { type: "string", multiple: true },
  ip: { type: "string" },
  tree: { type: "boolean" },
  "no-lists": { type: "boolean" }
} as const

const usage = (message: string): Command => ({ kind: "usage", message })

const read = (args: ReadonlyArray<string>): Command => {
  const { values, positionals } = parseArgs({ args: [...args], options: FLAGS, allowPositionals: true })
  if (values.help) return { kind: "help" }
  if (values.version) return { kind: "version" }
  const [domain, ...more] = positionals
  if (domain === undefined || more.length > 0) return usage("One domain is needed.")
  const { selector: selectors = [], resolver: servers = [], ip = null } = values
  const list = servers.length === 0 ? null : parseServerList(servers.join(","))
  if (list !== null && !list.ok) return usage(`--resolver: ${list.message}`)
  if (ip !== null && parseIpAddress(ip) === null) return usage(`--ip takes an IP address, not ${JSON.stringify(ip)}.`)
  return {
    kind: "check",
    domain,
    selectors,
    servers,
    json: values.json ?? false,
    lists: !(values["no-lists"] ?? false),
    ip,
    tree: values.tree ?? false
  }
}

/** Reads the command line; never throws. */
export const parseArguments = (args: ReadonlyArray<string>): Command => {
  try {
    return read(args)
  } catch (error) {
    return usage(error instanceof Error ? error.message : String(error))
  }
}
