// What each package says of the same servers on loopback, which are right or wrong in one way each.
import { makeAuthority, startSite, startUnresponsivePort } from "@mon/tooling/testbed"
import { readFileSync } from "node:fs"
import { makeAddressPolicy } from "@mon/public-net"
import { makeProbe } from "@mon/uptime-probe"
import { importFrom } from "./install.mjs"

const { version } = JSON.parse(
  readFileSync(new URL("../../packages/uptime-probe/package.json", import.meta.url), "utf8")
)

export const versions = { "is-reachable": "6.1.0", "ssl-checker": "3.0.1" }

const TIMEOUT_MS = 2_000
const DAY_MS = 86_400_000

/** The servers, by what is the matter with each. */
const startServers = async () => {
  const authority = await makeAuthority({ name: "Unknown Authority" })
  const loopback = { names: ["127.0.0.1"] }
  const past = { notBefore: new Date(Date.now() - 90 * DAY_MS), notAfter: new Date(Date.now() - 2.5 * DAY_MS) }
  const closed = await startSite()
  await closed.close()
  const running = {
    "a page": await startSite(),
    "error 500": await startSite({ behaviour: { status: 500 } }),
    "redirect loop": await startSite({ behaviour: { redirectTo: "/again" } }),
    "truncated page": await startSite({ behaviour: { end: "in-body" } }),
    "not HTTP": await startSite({ behaviour: { raw: "220 mail.example ESMTP\r\n" } }),
    "no response": await startUnresponsivePort(),
    "self-signed certificate": await startSite({ tls: await authority.selfSigned(loopback) }),
    "unknown authority": await startSite({ tls: await authority.issue(loopback) }),
    "expired, unknown authority": await startSite({ tls: await authority.issue({ ...loopback, ...past }) })
  }
  const urls = Object.entries(running).map(([title, { host, port }]) => ({
    title,
    host,
    port,
    mayBePrivate: true,
    url: `${title.includes("certificate") || title.includes("authority") ? "https" : "http"}://${host}:${port}/`
  }))
  const [page] = urls
  return {
    servers: [
      ...urls,
      { title: "closed port", host: closed.host, port: closed.port, mayBePrivate: true, url: `${closed.origin}/` },
      { ...page, title: "a page at a private address that a stranger entered", mayBePrivate: false }
    ],
    close: () => Promise.all(Object.values(running).map((server) => server.close()))
  }
}

/** How each package answers, in its own words. */
const answerers = async ({ folder }) => {
  const { default: isReachable } = await importFrom(folder, "is-reachable")
  const { default: sslChecker } = await importFrom(folder, "ssl-checker")
  const permissive = makeProbe({ policy: makeAddressPolicy({ allow: ["127.0.0.0/8"] }) })
  const strict = makeProbe({})
  const ours = async (one, url) => {
    const { certificate, outcome, statusCode, verdict } = await one.check({ url, timeoutMs: TIMEOUT_MS })
    const problems = certificate?.problems ?? []
    return [`${verdict}: ${outcome}`, ...(outcome === "http_status" ? [statusCode] : []), ...problems].join(", ")
  }
  const ssl = async ({ host, port, url }) => {
    if (url.startsWith("http:")) return "not for http"
    const { daysRemaining, valid, validationError } = await sslChecker(host, { port, timeout: TIMEOUT_MS })
    return valid ? "valid" : `invalid: ${validationError}, ${daysRemaining} days`
  }
  return {
    [`**@mon/uptime-probe** ${version}`]: ({ mayBePrivate, url }) => ours(mayBePrivate ? permissive : strict, url),
    [`is-reachable ${versions["is-reachable"]}`]: async ({ url }) =>
      String(await isReachable(url, { timeout: TIMEOUT_MS })),
    [`is-reachable ${versions["is-reachable"]}, \`requireHttpSuccess\``]: async ({ url }) =>
      String(await isReachable(url, { timeout: TIMEOUT_MS, requireHttpSuccess: true })),
    [`ssl-checker ${versions["ssl-checker"]}`]: ssl
  }
}

const said = async (answer, server) => {
  try {
    return await answer(server)
  } catch (error) {
    return `error: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** The comparison in Markdown. */
export const compare = async (installed) => {
  const answers = Object.entries(await answerers(installed))
  const { close, servers } = await startServers()
  try {
    const rows = []
    for (const server of servers) {
      const cells = []
      for (const [, answer] of answers) cells.push(await said(answer, server))
      rows.push(`| ${server.title} | ${cells.join(" | ")} |`)
    }
    return [
      `| server | ${answers.map(([name]) => name).join(" | ")} |`,
      `|---|${"---|".repeat(answers.length)}`,
      ...rows
    ]
      .join("\n")
      .replaceAll("127.0.0.1", "the host")
  } finally {
    await close()
  }
}

/** Nothing else depends on the installed packages. */
export const writeFiles = () => {}
