import { assert, describe, it } from "@effect/vitest"
import { type HostProofFinding, ServiceProofs } from "@mon/core-store"
import type { MissingProof, ServiceCheck } from "@mon/model"
import type { Zone } from "@mon/dns"
import { layerZone } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { addressOfCheck, checkDueServiceProof, Connectivity, HostProofs } from "../src/index.ts"
import { proofDemand } from "../src/hostProofs/serviceProof.ts"
import { layerSuspicious } from "./checkPage.ts"
import { secrets } from "./fixtures.ts"

const account = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const NAME = "_mon.db.example.com"

const tcp = { type: "tcp", target: "db.example.com:4000" } as const
const postgres = { type: "postgres", target: "db.example.com" } as const
const smtp = { type: "smtp", target: "mx.example.net" } as const
const login = { username: "mon", password: "not-a-real-one" }

const record = (ports: ReadonlyArray<number> = []) =>
  Effect.map(HostProofs, (proofs) => proofs.record(account, "db.example.com", ports).value).pipe(
    Effect.provide(Layer.provide(HostProofs.layer, [layerZone({}), secrets])),
    Effect.runSync
  )

/** Looks up the proof of a service, and returns the recorded finding. */
const lookUp = (check: ServiceCheck | null, zone: Zone, network = Connectivity.layerTrusting) =>
  Effect.gen(function* () {
    const recorded: Array<{ readonly finding: HostProofFinding; readonly missing: MissingProof | null }> = []
    const store = Layer.mock(ServiceProofs, {
      domains: () => Effect.succeed(["www.shop.com", "other.com"]),
      record: (_, finding, missing) =>
        Effect.sync(() => {
          recorded.push({ finding, missing })
          return finding
        })
    })
    yield* Effect.provide(
      checkDueServiceProof({ monitorKey: "1", accountKey: "1", accountId: account, check, leaseToken: "t" }),
      Layer.mergeAll(store, network, Layer.provide(HostProofs.layer, [layerZone(zone), secrets]))
    )
    return recorded[0]
  })

describe("the proof of a service", () => {
  it.each<[ServiceCheck, string]>([
    [{ type: "dns", server: "203.0.113.53", name: "example.com", recordType: "A" }, "none"],
    [{ type: "tls", target: "db.example.com" }, "none"],
    [{ type: "tls", target: "db.example.com:8443" }, "proof of port 8443"],
    [{ type: "udp", target: "db.example.com:9000", send: "a" }, "refused: udp"],
    [{ type: "ssh", target: "203.0.113.9" }, "refused: address"],
    [{ type: "tcp", target: "db.example.com:22" }, "refused: port"],
    [tcp, "proof of port 4000"],
    [postgres, "proof"],
    [{ type: "icmp", target: "db.example.com" }, "proof"],
    [{ type: "ldap", target: "db.example.com:636", tls: "fromStart" }, "proof"],
    [smtp, "proof or MX"],
    [{ type: "smtp", target: "mx.example.net:587" }, "proof or MX"],
    [{ type: "imap", target: "mx.example.net:993", tls: "fromStart" }, "proof or MX"],
    [{ type: "pop3", target: "mx.example.net", login }, "proof"],
    [{ type: "smtp", target: "mx.example.net:2525" }, "proof of port 2525"],
    [{ type: "tcp", target: "mx.example.net:25" }, "refused: port"]
  ])("of %j is: %s", (check, wanted) => {
    const address = addressOfCheck(check)
    if (address === null) return assert.fail("no address")
    const demand = proofDemand(check, address)
    const text =
      demand._tag === "refused"
        ? `refused: ${demand.cause}`
        : demand._tag === "none"
          ? "none"
          : `proof${demand.needed.port === null ? "" : ` of port ${demand.needed.port}`}${demand.needed.takesExchange ? " or MX" : ""}`
    assert.strictEqual(text, wanted)
  })

  it.effect("is a record, which names other ports than the usual one", () =>
    Effect.gen(function* () {
      const plain = { [NAME]: { TXT: ["v=spf1 -all", record()] } }
      assert.deepStrictEqual(yield* lookUp(postgres, plain), { finding: "published", missing: null })
      assert.deepStrictEqual(yield* lookUp(tcp, plain), {
        finding: "absent",
        missing: { cause: "record", name: NAME, value: record([4000]) }
      })
      const named = { [NAME]: { TXT: [record([3000, 4000])] } }
      assert.strictEqual((yield* lookUp(tcp, named))?.finding, "published")
      assert.strictEqual((yield* lookUp(postgres, named))?.finding, "published")
      const two = { [NAME]: { TXT: [record([3000]), record([5000])] } }
      assert.deepStrictEqual((yield* lookUp(tcp, two))?.missing, {
        cause: "record",
        name: NAME,
        value: record([3000, 4000, 5000])
      })
      const malformed = { [NAME]: { TXT: [`${record()} ports=4000,`, `${record()} port=4000`, `${record([4000])} x`] } }
      assert.strictEqual((yield* lookUp(tcp, malformed))?.finding, "absent")
    })
  )

  it.effect("of a mail server without a login is an MX record of a domain, too", () =>
    Effect.gen(function* () {
      const zone = {
        "shop.com": { MX: [{ preference: 10, exchange: "MX.example.net" }] },
        "other.com": { MX: [{ preference: 10, exchange: "a.example" }] }
      }
      assert.strictEqual((yield* lookUp(smtp, zone))?.finding, "published")
      assert.strictEqual((yield* lookUp({ ...smtp, login }, zone))?.finding, "absent")
      assert.strictEqual(
        (yield* lookUp(smtp, { "other.com": { MX: [{ preference: 10, exchange: "a.example" }] } }))?.finding,
        "absent"
      )
      const failing = { "shop.com": { fail: "ServFail" } } as const
      assert.strictEqual((yield* lookUp(smtp, failing))?.finding, "unknown")
    })
  )

  it.effect("is unknown while the lookup fails, the own network is in doubt or the check cannot be read", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* lookUp(tcp, { [NAME]: { fail: "ServFail" } }))?.finding, "unknown")
      assert.strictEqual((yield* lookUp(tcp, {}, layerSuspicious()))?.finding, "unknown")
      assert.strictEqual((yield* lookUp(null, {}))?.finding, "unknown")
    })
  )

  it.effect("cannot be given if the type, the address or the port is not allowed", () =>
    Effect.gen(function* () {
      const udp = { type: "udp", target: "db.example.com:9000", send: "a" } as const
      assert.deepStrictEqual(yield* lookUp(udp, {}), { finding: "absent", missing: { cause: "udp" } })
    })
  )
})
