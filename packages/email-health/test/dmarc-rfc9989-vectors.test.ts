import type { Zone, ZoneRecords } from "@mon/dns"
import { makeZoneResolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { existsSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { parseDmarc } from "../src/dmarc/DmarcRecord.ts"
import { evaluateDmarc } from "../src/dmarc/evaluateDmarc.ts"

interface Vector {
  readonly name: string
  readonly skipped?: number
  readonly calls: ReadonlyArray<{
    readonly opts: {
      readonly headerFrom: string
      readonly spfDomains: ReadonlyArray<{ readonly domain: string }>
      readonly dkimDomains: ReadonlyArray<{ readonly domain: string }>
    }
    readonly zone: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<unknown>>>>>
  }>
  readonly expect: ReadonlyArray<{ readonly path: string; readonly op: string; readonly args?: ReadonlyArray<unknown> }>
}

const FILE = new URL("../../../../shared/data/dmarc/rfc9989-vectors.json", import.meta.url)
const vectors: ReadonlyArray<Vector> = existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : []

/** The vectors that contradict RFC 9989, each with the rule of RFC 9989 and the policy that follows from this rule. */
const OTHERWISE: Readonly<Record<string, { readonly says: string; readonly policy: string }>> = {
  "does not inherit the org policy when the author domain publishes multiple records (§4.10 step 2)": {
    says: "Step 2 discards the records, only a single record with psd stops the walk, so that steps 3 to 7 go on to the organizational domain.",
    policy: "none"
  }
}

const zoneOf = (zone: Vector["calls"][number]["zone"]): Zone =>
  Object.fromEntries(
    Object.entries(zone).map(([name, node]) => [
      name,
      {
        ...node,
        ...(node["MX"] === undefined ? {} : { MX: [{ preference: 1, exchange: "mx.example.com" }] })
      } as ZoneRecords
    ])
  )

const run = async ({ opts, zone }: Vector["calls"][number]) => {
  const from = opts.headerFrom.slice(opts.headerFrom.indexOf("@") + 1)
  const outcome = await Effect.runPromise(
    evaluateDmarc(makeZoneResolver(zoneOf(zone)), {
      from,
      spf: opts.spfDomains[0]?.domain ?? null,
      dkim: opts.dkimDomains.map(({ domain }) => domain)
    })
  )
  const text =
    outcome.recordDomain === null ? "" : String(zone[`_dmarc.${outcome.recordDomain}`]?.["TXT"]?.flat().join("") ?? "")
  const parsed = parseDmarc(text)
  const found: Readonly<Record<string, unknown>> = {
    "status.result": outcome.result,
    policy: outcome.policy,
    domain: outcome.organizationalDomain,
    rr: text,
    "alignment.dkim.strict": parsed.ok && parsed.record.dkimAlignment === "s",
    "alignment.spf.strict": parsed.ok && parsed.record.spfAlignment === "s",
    "alignment.spf.result": outcome.aligned.spf === null ? false : outcome.organizationalDomain,
    "alignment.dkim.result": outcome.aligned.dkim === null ? false : outcome.organizationalDomain
  }
  return found
}

const assertVector = async (vector: Vector) => {
  const founds = await Promise.all(vector.calls.map(run))
  vector.expect.forEach(({ path, op, args = [] }, index) => {
    const found = founds[vector.calls.length > 1 ? index : 0] ?? {}
    if (op === "equal") expect(found[path], path).toBe(args[0])
    else if (op === "contain") expect(found[path], path).toContain(args[0])
    else if (op === "true") expect(found[path], path).toBe(true)
    else if (op === "false" || op === "not.ok") expect(found[path], path).toBe(false)
    else expect([op, args[0]]).toEqual(["not.property", args[0] === "policy" ? expect.anything() : "pct"])
  })
}

describe.skipIf(vectors.length === 0)("recorded RFC 9989 vectors (skipped where their file is absent)", () => {
  const used = vectors.filter(({ skipped }) => !skipped)
  test.each(used.filter(({ name }) => OTHERWISE[name] === undefined))("$name", (vector) => assertVector(vector))
  test.each(used.filter(({ name }) => OTHERWISE[name] !== undefined))("otherwise: $name", async ({ name, calls }) => {
    const [call] = calls
    expect(call && (await run(call))["policy"], OTHERWISE[name]?.says).toBe(OTHERWISE[name]?.policy)
  })
})
