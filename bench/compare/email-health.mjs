// What each package concludes from the same zone about an email from 192.0.2.1, beside what RFC 7208 says.
import { makeZoneResolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
// @boundaries-ignore the comparison calls a part that is not exported
import { evaluateSpf } from "../../packages/email-health/src/spf/evaluateSpf.ts"
// @boundaries-ignore a file of the tests
import { nodeLike } from "../../packages/email-health/test/mailauthSpf.ts"

const { version } = JSON.parse(
  readFileSync(new URL("../../packages/email-health/package.json", import.meta.url), "utf8")
)

export const versions = { mailauth: "7.1.0" }

const DOMAIN = "example.com"
const record = (text, more = {}) => ({ [DOMAIN]: { TXT: [text] }, ...more })
const numbered = (count, make) => Array.from({ length: count }, (_, at) => make(at))
const includes = (count) =>
  record(
    `v=spf1 ${numbered(count, (at) => `include:i${at}.${DOMAIN}`).join(" ")} -all`,
    Object.fromEntries(numbered(count, (at) => [`i${at}.${DOMAIN}`, { TXT: ["v=spf1 ip4:203.0.113.0/24"] }]))
  )

/** The section of RFC 7208, the case, the zone and the result that the section requires. */
const CASES = [
  ["3.2", "two records", { [DOMAIN]: { TXT: ["v=spf1 -all", "v=spf1 +all"] } }, "permerror"],
  ["3.3", "a record in two strings", { [DOMAIN]: { TXT: [["v=spf1 ip4:192.0", ".2.1 -all"]] } }, "pass"],
  ["4.4", "a name server that fails", { [DOMAIN]: { fail: "ServFail" } }, "temperror"],
  ["4.5", "no record", { [DOMAIN]: { A: ["192.0.2.1"] } }, "none"],
  ["4.5", "a different version", record("v=spf10 -all"), "none"],
  ["4.6", "an unknown term after the one that matches", record("v=spf1 ip4:192.0.2.1 foo -all"), "permerror"],
  ["4.6.4", "ten includes", includes(10), "fail"],
  ["4.6.4", "eleven includes", includes(11), "permerror"],
  [
    "4.6.4",
    "eleven includes, where the first one matches",
    { ...includes(11), [`i0.${DOMAIN}`]: { TXT: ["v=spf1 +all"] } },
    "pass"
  ],
  [
    "4.6.4",
    "three names that do not exist",
    record(`v=spf1 ${numbered(3, (at) => `a:gone${at}.${DOMAIN}`).join(" ")} -all`),
    "permerror"
  ],
  [
    "4.6.4",
    "eleven mail hosts",
    {
      [DOMAIN]: {
        TXT: ["v=spf1 mx -all"],
        MX: numbered(11, (at) => ({ preference: at, exchange: `mx${at}.${DOMAIN}` }))
      },
      ...Object.fromEntries(numbered(11, (at) => [`mx${at}.${DOMAIN}`, { A: ["203.0.113.5"] }]))
    },
    "permerror"
  ],
  [
    "4.6.4",
    "eleven terms with a name that cannot exist",
    record(`v=spf1 ${numbered(11, () => "a:a..b.com").join(" ")} +all`),
    "permerror"
  ],
  ["5.2", "an include without a record", record(`v=spf1 include:none.${DOMAIN} -all`), "permerror"],
  ["5.6", "a network with an invalid prefix length", record("v=spf1 ip4:192.0.2.0/33 -all"), "permerror"],
  ["6.1", "a redirect to a name without a record", record(`v=spf1 redirect=none.${DOMAIN}`), "permerror"],
  ["6.1", "a redirect to itself", record(`v=spf1 redirect=${DOMAIN}`), "permerror"],
  ["6.1", "two redirects", record(`v=spf1 redirect=a.${DOMAIN} redirect=b.${DOMAIN}`), "permerror"],
  [
    "7.3",
    "a macro with the reversed address",
    record(`v=spf1 exists:%{ir}.list.${DOMAIN} -all`, { [`1.2.0.192.list.${DOMAIN}`]: { A: ["127.0.0.2"] } }),
    "pass"
  ]
]

const REQUEST = { ip: "192.0.2.1", sender: `anna@${DOMAIN}`, helo: "mail.example.net" }

/** The comparison in Markdown. A result that differs from the RFC is bold. */
export const compare = async ({ load }) => {
  const { spf } = load("mailauth/lib/spf/index.js")
  const mailauth = (strict) => async (zone) => {
    const { status } = await spf({ ...REQUEST, mta: "mx.receiver.example", strict, resolver: nodeLike(zone) })
    return status.result
  }
  const answers = {
    [`@mon/email-health ${version}`]: async (zone) => {
      const { result } = await Effect.runPromise(evaluateSpf(makeZoneResolver(zone), REQUEST))
      return result
    },
    [`mailauth ${versions.mailauth}`]: mailauth(false),
    [`mailauth ${versions.mailauth}, \`strict\``]: mailauth(true)
  }
  const rows = []
  for (const [section, title, zone, required] of CASES) {
    const cells = []
    for (const answer of Object.values(answers)) {
      const said = await answer(zone)
      cells.push(said === required ? said : `**${said}**`)
    }
    rows.push(`| ${title} | ${section}: ${required} | ${cells.join(" | ")} |`)
  }
  return [
    `| SPF record | RFC 7208 | ${Object.keys(answers).join(" | ")} |`,
    `|---|---|${"---|".repeat(Object.keys(answers).length)}`,
    ...rows
  ].join("\n")
}

/** Nothing else depends on the installed packages. */
export const writeFiles = () => {}
