import { expect, it } from "vitest"
import { pageRules, readText, ruleTable } from "../../src/content-faults/index.ts"

const { firstMatch } = ruleTable(pageRules)

const find = (text: string) => {
  const found = firstMatch(readText("text/html", text).page)
  return found === null ? null : `${found.code}: ${found.family ?? "many"}`
}

const kasada = "/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39-8ed7-437e-a3be-862e0f06eea3"
const blocked = "<script src=/cdn-cgi/x.js></script><h1>Sorry, you have been blocked</h1>"

it.each([
  [
    "a Cloudflare challenge in any language",
    "<title>Vänta…</title><script>window._cf_chl_opt={}</script>",
    "challenge: cloudflare"
  ],
  [
    "a page whose visitors Cloudflare counts",
    "<h1>Shop</h1><script>window.__CF$cv$params={};a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'</script>",
    null
  ],
  ["a short page of Cloudflare", blocked, "challenge: cloudflare"],
  ["a page of 2,500 characters that quotes it", `${blocked}<p>${"We block nobody. ".repeat(150)}`, null],
  [
    "a page of PerimeterX whose text a script writes",
    '<title>shop.example</title><div id="px-captcha"></div>',
    "challenge: perimeterx"
  ],
  ["a page that loads the script of PerimeterX", "<div id=app></div><script src=//client.px-cloud.net/a.js>", null],
  [
    "a refusal of Akamai without a reference number",
    "<H1>Access Denied</H1><P>https&#58;&#47;&#47;errors&#46;edgesuite&#46;net&#47;18&#46;1</P>",
    "challenge: akamai"
  ],
  ["an interstitial of Kasada", `<script src="${kasada}/ips.js"></script>`, "challenge: kasada"],
  ["an application behind Kasada", `<div id=app></div><script src="${kasada}/p.js"></script>`, null],
  ["an application with Vercel BotID", `<div id=app></div><script src="${kasada}/a-4-a/c.js"></script>`, null],
  ["a check of Anubis", "<title>Making sure you&#39;re not a bot!</title>", "challenge: anubis"],
  ["a check of DDoS-Guard", "<title>DDoS-Guard</title><p>Checking your browser", "challenge: ddos-guard"],
  ["a page that Sedo parks", "<script src=https://img.sedoparking.com/x.js></script>", "parked: sedo"],
  ["a page that ParkingCrew parks", "<script src=//d1.parkingcrew.net/a.js></script>", "parked: parkingcrew"],
  ["a page that GoDaddy parks", '<script>window.location.href="/lander"</script>', "parked: godaddy"],
  ["a parked page that only has a title", "<title>Domain parked by OnlyDomains</title>", "parked: many"],
  [
    "an exception of PHP whose calls are cut",
    "<h1>Shop</h1><b>Fatal error</b>:  Uncaught Error: x\nStack trace:\n#0",
    "application_error: php"
  ],
  [
    "an error page of ASP.NET with its title as heading",
    "<title>Runtime Error</title><h1>Runtime Error</h1>Server Error in '/' Application.",
    "application_error: dotnet"
  ],
  [
    "a redirect of cPanel to its default page",
    '<meta http-equiv="refresh" content="0;url=/cgi-sys/defaultwebpage.cgi">',
    "default_page: cpanel"
  ],
  ["a link to that page", "<p>See <a href=/cgi-sys/defaultwebpage.cgi>the default page</a>", null]
])("%s", (_name, text, expected) => {
  expect(find(text)).toBe(expected)
})

it("every rule has a source", () => {
  for (const { reference } of pageRules.flatMap(({ rules }) => rules)) expect(reference).not.toBe("")
})
