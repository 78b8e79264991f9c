import type { Zone } from "@mon/dns"
import { but, healthy, listing, LISTS, PUBLIC } from "./zones.ts"
import { rsaKey } from "./keys.ts"

const D = "example.com"
const txt = (...TXT: ReadonlyArray<string>) => ({ TXT })
const spf = (record: string): Zone => ({ [D]: { ...healthy()[D], TXT: [record] } })
const dmarc = (record: string): Zone => ({ [`_dmarc.${D}`]: txt(record) })
const key = (record: string): Zone => ({ [`default._domainkey.${D}`]: txt(record) })
const withoutDkim = (zone: Zone): Zone =>
  Object.fromEntries(Object.entries(zone).filter(([name]) => !name.includes("_domainkey")))
const hosts = (...exchanges: ReadonlyArray<string>): Zone => ({
  [D]: { ...healthy()[D], MX: exchanges.map((exchange, preference) => ({ preference, exchange })) }
})

type Golden = readonly [
  what: string,
  zone: Zone,
  parts: ReadonlyArray<number | null>,
  total: readonly [number | null, string | null, boolean],
  codes: ReadonlyArray<string>
]

export const GOLDEN: ReadonlyArray<Golden> = [
  ["everything right", healthy(), [100, 100, 100, 100, 100], [100, "A", false], []],
  [
    "parked: null MX, -all, reject",
    { [D]: { MX: [{ preference: 0, exchange: "." }], TXT: ["v=spf1 -all"] }, ...dmarc("v=DMARC1; p=reject") },
    [100, 100, 100, 100, 100],
    [100, "A", false],
    ["mx_null", "dkim_parked", "blacklist_nothing"]
  ],
  [
    "parked with revoked keys everywhere",
    {
      [D]: { MX: [{ preference: 0, exchange: "." }], TXT: ["v=spf1 -all"] },
      ...dmarc("v=DMARC1; p=reject"),
      [`*._domainkey.${D}`]: txt("v=DKIM1; p=")
    },
    [100, 100, 100, 100, 100],
    [100, "A", false],
    ["mx_null", "dkim_parked", "blacklist_nothing"]
  ],
  [
    "parked without a null MX",
    { [D]: txt("v=spf1 -all"), ...dmarc("v=DMARC1; p=reject") },
    [90, 100, 100, 100, 100],
    [98, "A", false],
    ["mx_parked_without_null", "dkim_parked", "blacklist_nothing"]
  ],
  [
    "no such domain",
    {},
    [0, 0, 0, 0, 100],
    [0, "F", false],
    ["domain_not_found", "spf_missing", "dkim_none", "dmarc_missing", "blacklist_nothing"]
  ],
  ["~all beside reject", but(spf("v=spf1 mx ~all")), [100, 95, 100, 100, 100], [98, "A", false], ["spf_softfail"]],
  [
    "~all beside p=none with reports",
    but({ ...spf("v=spf1 mx ~all"), ...dmarc(`v=DMARC1; p=none; rua=mailto:d@${D}`) }),
    [100, 90, 100, 50, 100],
    [85, "B", false],
    ["dmarc_none", "spf_softfail_alone"]
  ],
  ["no DMARC", but({ [`_dmarc.${D}`]: txt("x") }), [100, 100, 100, 0, 100], [75, "C", false], ["dmarc_missing"]],
  ["+all", but(spf("v=spf1 mx +all")), [100, 10, 100, 100, 100], [69, "D", false], ["spf_pass_all"]],
  ["?all", but(spf("v=spf1 mx ?all")), [100, 60, 100, 100, 100], [90, "A", false], ["spf_neutral"]],
  ["no all", but(spf("v=spf1 mx")), [100, 60, 100, 100, 100], [90, "A", false], ["spf_no_all"]],
  [
    "two SPF records",
    but({ [D]: { ...healthy()[D], TXT: ["v=spf1 mx -all", "v=spf1 a -all"] } }),
    [100, 20, 100, 100, 100],
    [80, "B", false],
    ["spf_multiple"]
  ],
  [
    "a broken SPF record",
    but(spf("v=spf1 ipv4:8.8.8.8 -all")),
    [100, 20, 100, 100, 100],
    [80, "B", false],
    ["spf_syntax"]
  ],
  [
    "ptr and a term twice",
    but(spf("v=spf1 mx ptr mx -all")),
    [100, 88, 100, 100, 100],
    [97, "A", false],
    ["spf_ptr", "spf_duplicate"]
  ],
  [
    "a dead include",
    but(spf("v=spf1 mx include:gone.example.net -all")),
    [100, 20, 100, 100, 100],
    [80, "B", false],
    ["spf_no_record"]
  ],
  [
    "neither SPF nor DKIM",
    withoutDkim(but({ [D]: { ...healthy()[D], TXT: ["x"] } })),
    [100, 0, 0, 100, 100],
    [55, "F", false],
    ["spf_missing", "dkim_none"]
  ],
  ["a 1024-bit key", but(key(`v=DKIM1; p=${rsaKey(1024)}`)), [100, 100, 80, 100, 100], [96, "A", false], ["dkim_1024"]],
  [
    "a 512-bit key",
    but(
      key(
        "v=DKIM1; p=MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBALSRQx4ZmXPKUl2dXyKAm3BhFQ7ZbG6N8pXc7l4m7Yd3m3F1FqCQn4mrKIQYQKXgYNBB3Yk7gR6j8v7k2y0Zz5MCAwEAAQ=="
      )
    ),
    [100, 100, 20, 100, 100],
    [79, "C", false],
    ["dkim_short_key"]
  ],
  [
    "a key under test",
    but(key(`v=DKIM1; t=y; p=${rsaKey(2048)}`)),
    [100, 100, 60, 100, 100],
    [92, "A", false],
    ["dkim_only_testing"]
  ],
  [
    "Ed25519 only",
    but(key("v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=")),
    [100, 100, 70, 100, 100],
    [94, "A", false],
    ["dkim_only_ed25519"]
  ],
  [
    "SHA-1 only",
    but(key(`v=DKIM1; h=sha1; p=${rsaKey(2048)}`)),
    [100, 100, 20, 100, 100],
    [79, "C", false],
    ["dkim_none_usable", "dkim_malformed"]
  ],
  [
    "a broken key beside a good one",
    but({ [`s1._domainkey.${D}`]: txt("v=DKIM1; p=!") }),
    [100, 100, 90, 100, 100],
    [98, "A", false],
    ["dkim_malformed_beside"]
  ],
  [
    "a weak key beside a good one",
    but({ [`s1._domainkey.${D}`]: txt(`v=DKIM1; p=${rsaKey(1024)}`) }),
    [100, 100, 85, 100, 100],
    [97, "A", false],
    ["dkim_weak_beside"]
  ],
  [
    "two TXT records at a selector",
    but({ [`default._domainkey.${D}`]: txt(`v=DKIM1; p=${rsaKey(2048)}`, "v=DKIM1; p=") }),
    [100, 100, 80, 100, 100],
    [96, "A", false],
    ["dkim_several_records"]
  ],
  [
    "?all by a redirect",
    but({ ...spf("v=spf1 redirect=r.example.net"), "r.example.net": txt("v=spf1 ip4:8.8.8.8 ?all") }),
    [100, 60, 100, 100, 100],
    [90, "A", false],
    ["spf_neutral"]
  ],
  ...["include:r.example.net", "a:r.example.net/0", "exists:r.example.net", "ip6:::/0"].map((term): Golden => [
    `${term}, which lets everybody pass`,
    but({ ...spf(`v=spf1 mx ${term} -all`), "r.example.net": { A: ["8.8.8.8"], ...txt("v=spf1 +all") } }),
    [100, 10, 100, 100, 100],
    [69, "D", false],
    ["spf_pass_all"]
  ]),
  [
    "nine lookups",
    but({
      ...spf(`v=spf1 ${Array.from({ length: 9 }, (_, index) => `include:i${index}.example.net`).join(" ")} -all`),
      "*.example.net": txt("v=spf1 ip4:8.8.8.8 -all")
    }),
    [100, 95, 100, 100, 100],
    [98, "A", false],
    ["spf_lookups_near"]
  ],
  [
    "eleven lookups",
    but({
      ...spf(`v=spf1 ${Array.from({ length: 11 }, (_, index) => `include:i${index}.example.net`).join(" ")} -all`),
      "*.example.net": txt("v=spf1 ip4:8.8.8.8 -all")
    }),
    [100, 20, 100, 100, 100],
    [80, "B", false],
    ["spf_too_many_lookups"]
  ],
  [
    "a void term",
    but(spf("v=spf1 mx a:gone.example.net -all")),
    [100, 100, 100, 100, 100],
    [100, "A", false],
    ["spf_void"]
  ],
  [
    "three void terms",
    but(spf("v=spf1 a:g1.example.net a:g2.example.net a:g3.example.net -all")),
    [100, 20, 100, 100, 100],
    [80, "B", false],
    ["spf_too_many_voids", "spf_void", "spf_void", "spf_void"]
  ],
  [
    "a private network",
    but(spf("v=spf1 mx ip4:10.0.0.0/16 -all")),
    [100, 95, 100, 100, 100],
    [98, "A", false],
    ["spf_private"]
  ],
  [
    "networks as wide as a slip",
    but(spf("v=spf1 mx ip4:8.0.0.0/8 -all")),
    [100, 90, 100, 100, 100],
    [97, "A", false],
    ["spf_wide"]
  ],
  [
    "a long record",
    but(spf(`v=spf1 mx ${Array.from({ length: 40 }, (_, index) => `ip4:9.9.${index}.1`).join(" ")} -all`)),
    [100, 92, 100, 100, 100],
    [98, "A", false],
    ["spf_too_long"]
  ],
  ["terms behind all", but(spf("v=spf1 mx -all a")), [100, 97, 100, 100, 100], [99, "A", false], ["spf_after_all"]],
  [
    "no AAAA answers",
    but({ ...spf("v=spf1 a:h.example.net -all"), "h.example.net": { A: [PUBLIC[0]], AAAA: { fail: "Timeout" } } }),
    [100, 100, 100, 100, 100],
    [100, "A", false],
    []
  ],
  [
    "a revoked key",
    but(key("v=DKIM1; p=")),
    [100, 100, 10, 100, 100],
    [82, "B", false],
    ["dkim_all_revoked", "dkim_revoked"]
  ],
  [
    "a key under a selector that nobody guesses",
    but({
      ...withoutDkim({}),
      [`default._domainkey.${D}`]: { A: [PUBLIC[0]] },
      [`guess-me._domainkey.${D}`]: txt("v=DKIM1; p=")
    }),
    [100, 100, 70, 100, 100],
    [94, "A", false],
    ["dkim_selector_unknown"]
  ],
  [
    "quarantine",
    but(dmarc(`v=DMARC1; p=quarantine; rua=mailto:d@${D}`)),
    [100, 100, 100, 85, 100],
    [96, "A", false],
    ["dmarc_quarantine"]
  ],
  [
    "reject under test",
    but(dmarc(`v=DMARC1; p=reject; t=y; rua=mailto:d@${D}`)),
    [100, 100, 100, 90, 100],
    [97, "A", false],
    ["dmarc_testing_reject"]
  ],
  [
    "weak subdomains, no reports, a percentage",
    but(dmarc("v=DMARC1; p=reject; sp=none; pct=20")),
    [100, 100, 100, 65, 100],
    [91, "A", false],
    ["dmarc_subdomains_weaker", "dmarc_no_reports", "dmarc_percent", "dmarc_historic"]
  ],
  [
    "p=none without reports",
    but(dmarc("v=DMARC1; p=none")),
    [100, 100, 100, 30, 100],
    [82, "B", false],
    ["dmarc_none_blind"]
  ],
  [
    "two DMARC records",
    but({ [`_dmarc.${D}`]: txt("v=DMARC1; p=none", "v=DMARC1; p=reject") }),
    [100, 100, 100, 10, 100],
    [77, "C", false],
    ["dmarc_several"]
  ],
  [
    "an IP address for a mail host",
    but(hosts("8.8.8.8", `mx2.${D}`)),
    [60, 100, 100, 100, 100],
    [92, "A", false],
    ["mx_address_literal"]
  ],
  [
    "one host with one address",
    but({ ...hosts(`mx1.${D}`) }),
    [95, 100, 100, 100, 100],
    [99, "A", false],
    ["mx_single"]
  ],
  [
    "an alias for a mail host",
    but({ ...hosts(`mx1.${D}`, `al.${D}`), [`al.${D}`]: { CNAME: [`mx2.${D}`] } }),
    [85, 100, 100, 100, 100],
    [97, "A", false],
    ["mx_cname"]
  ],
  [
    "a private address",
    but({ [`mx2.${D}`]: { A: ["10.0.0.1"] } }),
    [70, 100, 100, 100, 100],
    [94, "A", false],
    ["mx_private"]
  ],
  [
    "no host resolves",
    but(hosts(`a.${D}`, `b.${D}`)),
    [0, 100, 100, 100, 100],
    [59, "F", false],
    ["mx_none_resolves", "mx_unresolvable", "mx_unresolvable", "blacklist_nothing"]
  ],
  [
    "no MX but a website",
    but({ [D]: { A: ["8.8.4.4"], TXT: ["v=spf1 a -all"] } }),
    [40, 100, 100, 100, 100],
    [88, "B", false],
    ["mx_implicit", "blacklist_nothing"]
  ],
  [
    "on one list of tier 2",
    but(listing(PUBLIC[0], "bl.spamcop.net")),
    [100, 100, 100, 100, 60],
    [79, "C", false],
    ["listed_tier2"]
  ],
  [
    "on two lists of tier 3",
    but({ ...listing(PUBLIC[0], "psbl.surriel.com"), ...listing(PUBLIC[1], "dnsbl.dronebl.org", "127.0.0.9") }),
    [100, 100, 100, 100, 70],
    [97, "A", false],
    ["listed_tier3", "listed_tier3"]
  ],
  [
    "SPF cannot be determined",
    but({ [D]: { ...healthy()[D], TXT: { fail: "ServFail" } } }),
    [100, null, 100, 100, 100],
    [100, "A", true],
    ["spf_unanswered"]
  ],
  [
    "an include cannot be determined",
    but({ ...spf("v=spf1 include:slow.example.net -all"), "slow.example.net": { fail: "Timeout" } }),
    [100, null, 100, 100, 100],
    [100, "A", true],
    ["spf_unanswered"]
  ],
  [
    "DMARC cannot be determined",
    but({ [`_dmarc.${D}`]: { fail: "Refused" } }),
    [100, 100, 100, null, 100],
    [100, "A", true],
    ["dmarc_unanswered"]
  ],
  [
    "MX cannot be determined",
    but({ [D]: { ...healthy()[D], MX: { fail: "Timeout" } } }),
    [null, null, 100, 100, null],
    [100, "A", true],
    ["mx_unanswered", "spf_unanswered", "blacklist_nothing"]
  ],
  [
    "nothing can be determined",
    {
      [D]: { fail: "ServFail" },
      [`_dmarc.${D}`]: { fail: "ServFail" },
      [`_domainkey.${D}`]: { fail: "ServFail" },
      [`*._domainkey.${D}`]: { fail: "ServFail" }
    },
    [null, null, null, null, null],
    [null, null, true],
    ["mx_unanswered", "spf_unanswered", "dkim_unanswered", "dmarc_unanswered", "blacklist_nothing"]
  ],
  [
    "lists that are dead",
    Object.fromEntries(Object.entries(healthy()).filter(([name]) => LISTS[name] === undefined)),
    [100, 100, 100, 100, null],
    [100, "A", true],
    [
      "blacklist_too_few",
      "blacklist_refused",
      "blacklist_refused",
      "blacklist_refused",
      "blacklist_refused",
      "blacklist_refused"
    ]
  ]
]
