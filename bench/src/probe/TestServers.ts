import { makeAuthority } from "@mon/tooling/testbed"
import { type Child, startChild } from "../harness/Child.ts"
import type { Defer } from "../harness/Cleanup.ts"
import type { Checks } from "./checksProgram.ts"
import type { Site } from "./siteProgram.ts"

/** How a page is requested. */
export type Scheme = "HTTP" | "HTTPS" | "HTTPS with HTTP/2"

/** A page, with its URL for each scheme. */
export interface Pages {
  readonly urls: Readonly<Record<Scheme, string>>
  readonly rootPem: string
  /** Throws unless exactly so many checks arrived, and none resumed a TLS session. */
  readonly check: (checks: number) => Promise<void>
}

/** Serves the page on the core of the load, with a certificate of ECDSA P-256 and an intermediate. */
export const servePages = async (defer: Defer): Promise<Pages> => {
  const authority = await makeAuthority()
  const { certPem, keyPem } = await authority.issue({ names: ["localhost"], key: "ec" })
  const site = await startChild<Site>(new URL("./siteProgram.ts", import.meta.url), { core: "load" })
  defer(site.stop)
  const ports = await site.call("start", { certPem, keyPem })
  return {
    urls: {
      HTTP: `http://localhost:${ports.http}/`,
      HTTPS: `https://localhost:${ports.https}/`,
      "HTTPS with HTTP/2": `https://localhost:${ports.http2}/`
    },
    rootPem: authority.rootPem,
    check: async (checks) => {
      const { requests, resumed } = await site.call("counts", null)
      if (requests !== checks)
        throw new Error(`${checks} checks were requested, and the site answered ${requests} requests.`)
      if (resumed > 0) throw new Error(`${resumed} TLS handshakes resumed a session.`)
    }
  }
}

/** A prober on the core of the subject that trusts the root of the pages. */
export const startChecks = async (
  { rootPem }: Pick<Pages, "rootPem">,
  defer: Defer,
  nodeFlags: ReadonlyArray<string> = []
): Promise<Child<Checks>> => {
  const checks = await startChild<Checks>(new URL("./checksProgram.ts", import.meta.url), {
    core: "subject",
    nodeFlags
  })
  defer(checks.stop)
  await checks.call("open", { rootPem })
  return checks
}
