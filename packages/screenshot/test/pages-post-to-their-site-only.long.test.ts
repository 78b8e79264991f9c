import { makeAddressPolicy } from "@mon/public-net"
import { makeAuthority, type SiteRequest, startSite } from "@mon/tooling/testbed"
import { describe, expect, test } from "vitest"
import { browsers, noChromium, openPool, taken, zone } from "./Chromium.ts"

const names = ["shop.example.com", "api.shop.example.com", "other.example.org"]
const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "*"
}

/**
 * Returns a script that sends requests with methods that may change something, in every way that a page, a frame or a
 * worker can.
 */
const attempts = (other: string, where: string): string => `
  const quietly = (work) => { try { work()?.catch?.(() => undefined) } catch {} }
  for (const url of ["${other}/${where}", "/own-${where}", "/away-${where}"]) {
    quietly(() => fetch(url, { method: "POST", body: "a", mode: "no-cors" }))
    quietly(() => fetch(url, { method: "POST", body: "a", mode: "no-cors", keepalive: true }))
    quietly(() => fetch(url, { method: "DELETE" }))
    quietly(() => navigator.sendBeacon(url, "a"))
    quietly(() => { const asked = new XMLHttpRequest(); asked.open("POST", url); asked.send("a") })
  }`

const pageOf = (other: string, api: string): string => `<title>loading</title><body>
  <iframe src="${other}/frame"></iframe><iframe name="first"></iframe><iframe name="second"></iframe>
  <a id="link" ping="${other}/ping" href="#there">a</a>
  <form id="out" method="post" target="first" action="${other}/form"><input name="a" value="b"></form>
  <form id="away" method="post" target="second" action="/away-form"><input name="a" value="b"></form>
  <form id="top" method="post" action="${other}/top"><input name="a" value="b"></form>
  <script>${attempts(other, "page")}
    quietly(() => fetch("${api}/graphql", { method: "POST", body: "a" }).then((answer) => answer.text()).then((text) => {
      document.title = "own " + text
      top.submit.call(document.getElementById("top"))
    }))
    out.submit(); away.submit(); link.click()
    quietly(() => new Worker("/worker.js")); quietly(() => new SharedWorker("/worker.js"))
    quietly(() => new Worker(URL.createObjectURL(new Blob(['fetch("${other}/blob", { method: "POST", mode: "no-cors" })']))))
    const inner = document.createElement("iframe")
    inner.srcdoc = '<script>fetch("${other}/srcdoc", { method: "POST", mode: "no-cors" })<\\/script>'
    document.body.append(inner)
  </script>`

describe.skipIf(noChromium !== null).each(browsers)("a page in %s (skipped without Chromium)", (_, places) => {
  test("posts to its own site only, and goes on without the rest", async () => {
    const tls = await (await makeAuthority()).issue({ names })
    const site = await startSite({ host: "127.0.0.5", tls })
    const at = (name: string) => `https://${name}:${site.port}`
    const [other, api] = [at("other.example.org"), at("api.shop.example.com")]
    const bodies: Readonly<Record<string, readonly [type: string, body: string]>> = {
      "/": ["text/html", pageOf(other, api)],
      "/frame": [
        "text/html",
        `<script>fetch("${at("shop.example.com")}/from-frame", { method: "POST", mode: "no-cors" })</script>`
      ],
      "/worker.js": ["text/javascript", attempts(other, "worker")]
    }
    site.behave(({ path }: SiteRequest) => {
      if (path.startsWith("/away")) return { status: 307, headers: { location: `${other}/redirected`, ...CORS } }
      const [type, body] = bodies[path] ?? ["text/html", "ok"]
      return { headers: { "content-type": type, ...CORS }, body }
    })
    const resolve = zone(Object.fromEntries(names.map((name) => [name, ["127.0.0.5"]])))
    const pool = openPool({ policy: makeAddressPolicy({ allow: ["127.0.0.5/32"] }), resolve }, places)
    try {
      const { title } = taken(await pool.take({ url: `${at("shop.example.com")}/`, waitMs: 2_000 }))
      expect(title).toBe("own ok")
      const sent = site.requests.filter(({ method }) => !["GET", "OPTIONS"].includes(method))
      const paths = sent.map(({ host, path }) => `${host.split(":")[0]}${path}`)
      expect(new Set(paths)).toEqual(
        new Set([
          ...["/own-page", "/away-page", "/away-form", "/own-worker", "/away-worker"].map(
            (path) => `shop.example.com${path}`
          ),
          "api.shop.example.com/graphql"
        ])
      )
    } finally {
      await pool.close()
      await site.close()
    }
  }, 60_000)
})
