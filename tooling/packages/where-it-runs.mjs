// The runtimes of each package. The consumer tests (tooling/consumers) run every package in its runtimes, and a test
// compares the section "Where it runs" of each README with this file.

/** The entry points that run without Node, in browsers and in workers. A bundle of them imports no module of Node. */
export const WITHOUT_NODE = new Set([
  "@mon/alerts/channels",
  "@mon/alerts/verify",
  "@mon/diagnosis",
  "@mon/diagnosis/faults",
  "@mon/api-contract/plain",
  "@mon/diff-engine",
  "@mon/disposable-check/core",
  "@mon/disposable-check/embedded",
  "@mon/disposable-check/small",
  "@mon/email-health/core",
  "@mon/on-call",
  "@mon/on-call/calendar",
  "@mon/public-net/policy",
  "@mon/simulation"
])

/** The packages that run in Bun and Deno. All other packages need a native program or PostgreSQL. */
export const ON_BUN_AND_DENO = new Set([
  "@mon/alerts",
  "@mon/diagnosis",
  "@mon/diff-engine",
  "@mon/disposable-check",
  "@mon/dns",
  "@mon/email-health",
  "@mon/on-call",
  "@mon/public-net",
  "@mon/simulation",
  "@mon/uptime-probe"
])

/** The packages whose README has the section "Where it runs": the engines. */
export const ENGINES = new Set([...ON_BUN_AND_DENO, "@mon/screenshot"])

/** The entry points whose import is fast and loads no large module of Node. */
export const LIGHT = new Set([...ENGINES, "@mon/email-health/message"])

/** The peers that the entry points for Bun and Deno work without. Default: `effect`. */
const PEERS = { "@mon/public-net": "`effect` and `undici`" }

const listed = (entryPoints) => entryPoints.map((name) => `\`${name}\``).join(", ")

/**
 * Returns the section "Where it runs" of a README. `engines` is the field of the manifest, such as { node: ">=22.19.0"
 * }.
 */
export const section = ({ name, engines }) => {
  const [, major, minor] = /^>=(\d+)\.(\d+)\.0$/.exec(engines.node) ?? []
  const pure = [...WITHOUT_NODE].filter((entryPoint) => entryPoint === name || entryPoint.startsWith(`${name}/`))
  return `## Where it runs

| Runtime | Entry points |
|---|---|
| Node ${major}.${minor} or later | all |
| Bun, Deno | ${ON_BUN_AND_DENO.has(name) ? `all that work without ${PEERS[name] ?? "`effect`"}` : "none"} |
| browsers, Cloudflare Workers | ${pure.length === 0 ? "none" : listed(pure)} |

Every release is tested in these runtimes. If your version of Node is older, npm prints a warning with the required
version. With \`engine-strict\`, it refuses to install the package.
`
}
