import * as Effect from "effect/Effect"
import { examplesOf, runExample } from "@mon/tooling/readme"
import { expect, test } from "vitest"
import * as effectApi from "../src/effect.ts"
import * as api from "../src/index.ts"

/** The examples query this zone instead of the Internet. */
const internet = {
  "example.com": { MX: [{ preference: 0, exchange: "." }] },
  "www.example.com": { HTTPS: [{ priority: 1, target: ".", parameters: { alpn: ["h2"] } }] },
  "1.2.0.192.in-addr.arpa": { PTR: ["www.example.com"] },
  "_dmarc.example.com": { TXT: ["v=DMARC1;p=reject;sp=reject;adkim=s;aspf=s"] }
}

const overInternet = () => ({ ...api.makeZoneClient(internet), close: () => Promise.resolve() })

const modules: Readonly<Record<string, object>> = {
  "@mon/dns": {
    ...api,
    makeUdpClient: overInternet,
    makeTlsClient: overInternet,
    makeHttpsClient: overInternet
  },
  "@mon/dns/effect": { ...effectApi, layerUdp: () => effectApi.layerZone(internet) },
  "effect/Effect": Effect
}

test.each(examplesOf(new URL("../README.md", import.meta.url)))(
  "example %# of the README runs as printed",
  async (fence) => {
    const claims = await runExample(fence, modules)
    expect(claims.length).toBeGreaterThan(0)
    for (const [found, expected] of claims) expect(found).toEqual(expected)
  }
)
