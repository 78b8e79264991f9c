import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { detectSource, importMonitors } from "../src/index.ts"
import { readCurl } from "../src/requests/readCurl.ts"
import { readHar } from "../src/requests/readHar.ts"
import { shellCommands } from "../src/requests/shellCommands.ts"

describe("shell commands", () => {
  it.each<[text: string, commands: ReadonlyArray<ReadonlyArray<string>>]>([
    ["curl a b", [["curl", "a", "b"]]],
    [`curl 'it''s' "a \\"b\\" \\$c \\d"`, [["curl", "its", 'a "b" $c \\d']]],
    ["curl \\\n  -H 'A: b' \\\r\n  url", [["curl", "-H", "A: b", "url"]]],
    [String.raw`curl $'it\'s\n\u0021' a\ b ''`, [["curl", "it's\n!", "a b", ""]]],
    [
      "curl a; curl b && curl c | jq .\ncurl d",
      [
        ["curl", "a"],
        ["curl", "b"],
        ["curl", "c"],
        ["jq", "."],
        ["curl", "d"]
      ]
    ],
    ["curl 'open", [["curl", "open"]]],
    ["", []]
  ])("%j has the words %j", (text, commands) => {
    expect(shellCommands(text)).toEqual(commands)
  })

  it("keep a text in single quotes as it is", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }).filter((text) => !text.includes("'"))), (words) => {
        const line = words.map((word) => `'${word}'`).join(" ")
        expect(shellCommands(line)).toEqual(words.length === 0 ? [] : [words])
      })
    )
  })
})

const plain = (text: string) =>
  readCurl(text).map(({ body, headers, method, token, url, user }) => ({
    url,
    method: method.value,
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    ...(body === null ? {} : { body: body.value }),
    ...(user === null ? {} : { user: user.value }),
    ...(token === null ? {} : { token: token.value })
  }))

const FORM = "application/x-www-form-urlencoded"

describe("a curl command", () => {
  it.each<[text: string, request: Readonly<Record<string, unknown>>]>([
    ["curl example.com", { url: "http://example.com", method: "GET", headers: {} }],
    ["curl -sSL -XOPTIONS https://example.com", { url: "https://example.com", method: "OPTIONS", headers: {} }],
    ["/usr/bin/curl -I --url https://example.com", { url: "https://example.com", method: "HEAD", headers: {} }],
    [
      "curl https://example.com/login -d user=probe --data-urlencode 'password=a b&c'",
      {
        url: "https://example.com/login",
        method: "POST",
        headers: { "content-type": FORM },
        body: "user=probe&password=a%20b%26c"
      }
    ],
    [
      `curl https://example.com --json '{"a":1}' -H 'X-Key: k:1'`,
      {
        url: "https://example.com",
        method: "POST",
        headers: { "X-Key": "k:1", "content-type": "application/json", accept: "application/json" },
        body: '{"a":1}'
      }
    ],
    [
      "curl -G -d a=1 -d b=2 https://example.com/x?y=3",
      { url: "https://example.com/x?y=3&a=1&b=2", method: "GET", headers: {} }
    ],
    [
      "curl -u mon:pw -b 'sid=1' https://example.com",
      { url: "https://example.com", method: "GET", headers: { cookie: "sid=1" }, user: "mon:pw" }
    ],
    [
      "curl --oauth2-bearer t -o /dev/null https://example.com",
      { url: "https://example.com", method: "GET", headers: {}, token: "t" }
    ]
  ])("%s is a request", (text, request) => {
    expect(plain(text)).toEqual([request])
  })

  it("says what Mon cannot send", () => {
    const [request] = readCurl("curl -k -F file=@a -d @body -x proxy:1 -A agent https://example.com")
    expect(request?.leftOut.map(([from]) => from)).toEqual(["-k", "-F", "-x", "-A", "-d"])
    expect(request?.body).toBeNull()
  })

  it("is found among other commands, and has a request for each address", () => {
    const text = "TOKEN=1\ncurl https://a.example https://b.example | jq .\nwget https://c.example"
    expect(readCurl(text).map(({ url }) => url)).toEqual(["https://a.example", "https://b.example"])
  })
})

const entry = (url: string, more: object = {}, response: object = { status: 200 }) => ({
  _resourceType: "document",
  request: { method: "GET", url, headers: [], ...more },
  response
})

describe("a recording of a browser", () => {
  const { requests, skipped } = readHar({
    log: {
      entries: [
        entry("https://www.shop.example/login#top", { headers: [{ name: "Cookie", value: "sid=1" }] }),
        entry("https://cdn.other.example/app.js", { headers: [] }, { status: 200 }),
        { ...entry("https://shop.example/logo.png"), _resourceType: "image" },
        entry(
          "https://shop.example/login",
          {
            method: "POST",
            headers: [{ name: ":authority", value: "shop.example" }],
            postData: { mimeType: FORM, params: [{ name: "user", value: "a b" }] }
          },
          { status: 302, redirectURL: "/home" }
        ),
        entry("https://shop.example/home"),
        {
          request: { method: "GET", url: "https://api.shop.example/orders", headers: [] },
          response: { status: 200, content: { mimeType: "application/json" } }
        },
        entry("chrome-extension://abc/x")
      ]
    }
  })

  it("has the requests for documents and data of one site", () => {
    expect(
      requests.map(({ body, headers, method, status, url }) => [method.value, url, headers, body?.value, status?.value])
    ).toEqual([
      ["GET", "https://www.shop.example/login", [], undefined, "200"],
      ["POST", "https://shop.example/login", [], "user=a+b", undefined],
      ["GET", "https://api.shop.example/orders", [], undefined, "200"]
    ])
  })

  it("says why the others are left out", () => {
    expect(skipped).toEqual([
      ["log.entries[1].request", "Only requests to the site of the first request become steps."],
      ["log.entries[2].request", "Only requests for documents and data become steps."],
      ["log.entries[4].request", "The step before it follows the redirect."],
      ["log.entries[6].request", "Only requests for documents and data become steps."]
    ])
    expect(requests[0]?.leftOut).toEqual([
      ["log.entries[0].request.headers.Cookie", "The steps get their cookies from the responses."]
    ])
  })

  it("can be any value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(readHar(value).requests).toBeInstanceOf(Array)
      })
    )
  })
})

const imported = async (source: "curl" | "har", text: string, options: { readonly provenHosts?: boolean } = {}) => {
  const found = await importMonitors(source, text, options)
  if (!found.ok) throw new Error(found.message)
  return found
}

const linesOf = ({ report }: Awaited<ReturnType<typeof imported>>) =>
  report.groups.flatMap(({ lines }) => lines.map(({ field, note, to }) => [field, to ?? note]))

describe("the import of requests", () => {
  it("makes a domain of one request without a query", async () => {
    const text = "curl -H 'Accept: text/html' -H 'X-Key: k' -H 'Host: x' -u mon:pw https://shop.example.org/health"
    const found = await imported("curl", text)
    expect(Object.values(found.document.domains ?? {})).toEqual([
      {
        url: "https://shop.example.org/health",
        request: {
          headers: { Accept: "text/html", "X-Key": expect.stringMatching(/^\$\{env:/u) as string },
          auth: { username: "mon", password: expect.stringMatching(/^\$\{env:/u) as string }
        }
      }
    ])
    expect([...found.secrets.values()].toSorted()).toEqual(["k", "pw"])
    expect(linesOf(found)).toContainEqual(["-H Host", "Programs add this header by themselves."])
  })

  const sequence = `curl https://shop.example.org/login -L -d 'user=probe&password=p'
curl 'https://shop.example.org/orders?page=1' -H 'Authorization: Bearer t'
curl -X DELETE https://shop.example.org/session`

  it("makes the steps of a service of several requests, with their secrets in variables", async () => {
    const found = await imported("curl", sequence, { provenHosts: true })
    expect(Object.values(found.document.services ?? {})).toEqual([
      {
        name: "shop.example.org",
        check: {
          type: "httpSteps",
          steps: [
            {
              name: "1. POST /login",
              url: "https://shop.example.org/login",
              method: "POST",
              headers: { "content-type": FORM },
              body: expect.stringMatching(/^\$\{env:/u) as string
            },
            {
              name: "2. GET /orders",
              url: "https://shop.example.org/orders?page=1",
              headers: { Authorization: expect.stringMatching(/^\$\{env:/u) as string },
              followRedirects: false
            }
          ]
        }
      }
    ])
    expect([...found.secrets.values()].toSorted()).toEqual(["Bearer t", "user=probe&password=p"])
    expect(linesOf(found)).toContainEqual(["https://shop.example.org/session", "Mon does not send DELETE requests."])
  })

  it("leaves out requests that may change something on a host that is not proven, and private hosts", async () => {
    const unproven = await imported("curl", sequence)
    expect(unproven.document.services).toBeUndefined()
    expect(unproven.report.groups.map(({ reason }) => reason)).toEqual([
      "Requests with POST need proof that the host is yours. Import them again once you have proved this."
    ])
    const inside = await imported("curl", "curl 'http://10.0.0.1/?a=1'")
    expect(inside.report.groups.map(({ reason }) => reason)).toEqual(["Mon only monitors public hosts."])
  })

  it("reads a recording, and recognises both kinds of files", async () => {
    const har = JSON.stringify({ log: { entries: [entry("https://shop.example.org/?a=1")] } })
    const { document } = await imported("har", har)
    expect(Object.values(document.services ?? {})).toMatchObject([
      { check: { steps: [{ url: "https://shop.example.org/?a=1", expect: [{ status: "200" }] }] } }
    ])
    expect(detectSource(new Map([["a", har]]))).toBe("har")
    expect(detectSource(new Map([["a", sequence]]))).toBe("curl")
  })
})
